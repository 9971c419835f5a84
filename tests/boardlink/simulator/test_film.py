import asyncio

import chess

from boardlink.protocols.dgt import (
    BoardDump,
    Command,
    DgtParser,
    FieldUpdate,
    Frame,
    encode_frame,
)
from boardlink.simulator.boards.settings import BoardSettings
from boardlink.simulator.film import Film, filmed
from boardlink.simulator.hands.deeds import men_of
from boardlink.simulator.hands.style import LIVELY, PLAIN
from boardlink.simulator.player import PlaySettings, VirtualBoard
from facts.pgn import PgnGame, read
from tests.boardlink.simulator.host import listening_host, served

START = men_of(chess.Board())


def one(text: str) -> PgnGame:
    (game,) = read(text)
    return game


GAME = one("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 Bxf3 7. Qxf3 1-0")


def men_told(frames: list[tuple[float, Frame]]) -> str:
    men = ["?"] * 64
    for _, frame in frames:
        match frame:
            case BoardDump(codes):
                for index, code in enumerate(codes):
                    men[index ^ 56] = ".PRNBKQprnbkq"[code]
            case FieldUpdate(index, code):
                men[index ^ 56] = ".PRNBKQprnbkq"[code]
            case _:
                pass
    return "".join(men)


def test_a_film_shows_the_whole_game_in_order_of_time() -> None:
    frames = list(filmed(GAME, play=PlaySettings(style=PLAIN)))
    times = [t for t, _ in frames]
    assert times == sorted(times)
    men = men_told(frames)
    assert {men.index("K"), men.index("k")} == {chess.D5, chess.E4}
    data = b"".join(encode_frame(frame) for _, frame in frames)
    assert DgtParser().feed(data) == [frame for _, frame in frames]


def test_several_games_can_be_filmed_at_one_board() -> None:
    film = Film(BoardSettings(), PlaySettings(style=PLAIN), START)
    frames = [*film.ask(Command.SEND_BRD, Command.SEND_UPDATE_NICE), *film.play(GAME)]
    frames += film.set_up()
    frames += film.wait(1.0)
    assert men_told(frames) == START
    frames += film.play(one("1. d4 1/2-1/2"), sign=False)
    position = chess.Board()
    position.push_san("d4")
    assert film.men == men_of(position)


def test_a_film_begins_with_setting_up_where_that_is_needed() -> None:
    film = Film(BoardSettings(), PlaySettings(style=PLAIN), "." * 64)
    frames = [*film.ask(Command.SEND_BRD, Command.SEND_UPDATE_BRD)]
    frames += film.play(one("1. d4 *"), sign=False)
    position = chess.Board()
    position.push_san("d4")
    assert men_told(frames) == men_of(position)


def test_a_host_may_ask_for_the_whole_board_now_and_then() -> None:
    frames = list(filmed(GAME, play=PlaySettings(style=PLAIN), polled_s=4.0))
    dumps = [t for t, frame in frames if isinstance(frame, BoardDump)]
    assert dumps[1:] == [4.0 * n for n in range(1, len(dumps))]
    assert len(dumps) == 1 + int(frames[-1][0] // 4)
    plain = [f for _, f in filmed(GAME, play=PlaySettings(style=PLAIN))]
    assert [f for _, f in frames if not isinstance(f, BoardDump)] == [
        f for f in plain if not isinstance(f, BoardDump)
    ]


async def test_a_film_and_a_board_in_time_send_the_same_bytes() -> None:
    play = PlaySettings(style=LIVELY, seed=7)
    host, line = listening_host()
    board = VirtualBoard(line, BoardSettings(), play)
    async with served(board, host):
        for command in (Command.SEND_RESET, Command.SEND_BRD, Command.SEND_CLK):
            await host.link.write(bytes([command]))
        await host.link.write(bytes([Command.SEND_UPDATE_NICE]))
        await asyncio.sleep(0.5)
        await board.play(GAME)
        await asyncio.sleep(0.1)
    film = [frame for _, frame in filmed(GAME, play=play)]
    assert [frame for _, frame in host.frames] == film
