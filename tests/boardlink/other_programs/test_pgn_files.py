from pathlib import Path

import pytest

from boardlink.other_programs.pgn_files import PgnFolder
from boardlink.other_programs.source import SourceError
from boardlink.simulator.livechess.files import folder_files
from facts.pgn import PgnGame, read
from tests.boardlink.other_programs.foreign_games import pgn

ANY = frozenset({1, 2})


def games(count: int = 2) -> list[PgnGame]:
    texts = [pgn(result="1-0", White=f"W{n}", Black=f"B{n}") for n in range(count)]
    return [game for text in texts for game in read(text)]


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


async def lengths(source: PgnFolder) -> dict[str, int]:
    return {game.where: len(game.game.moves) for game in (await source.look(ANY)).games}


async def test_a_livechess_folder_is_followed_as_it_grows_with_every_clock(tmp_path: Path) -> None:
    source = PgnFolder(tmp_path)
    for plies in range(7):
        write(tmp_path, folder_files(games(), 1, plies))
        assert await lengths(source) == {
            "round-1/game-1.pgn": plies,
            "round-1/game-2.pgn": plies,
        }
    look = await source.look(ANY)
    assert [move.clock_s for move in look.games[0].game.moves] == [298, 297, 290, 289, 280, 270]
    assert {(game.program, game.round_no, game.game.token) for game in look.games} == {
        ("livechess", 1, "1-0")
    }


async def test_a_round_that_is_written_into_one_file_alone_is_read_from_it(tmp_path: Path) -> None:
    write(tmp_path, {"round-1/games.pgn": folder_files(games(), 1, 3)["round-1/games.pgn"]})
    assert list((await lengths(PgnFolder(tmp_path))).values()) == [3, 3]


async def test_a_single_file_may_be_named(tmp_path: Path) -> None:
    write(tmp_path, {"all.pgn": pgn().encode()})
    assert await lengths(PgnFolder(tmp_path / "all.pgn")) == {"all.pgn": 6}


async def test_a_folder_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    source = PgnFolder(tmp_path / "games")
    with pytest.raises(SourceError, match="no such file or folder yet") as caught:
        await source.look(ANY)
    assert caught.value.early
    write(tmp_path, {"games/a.pgn": pgn().encode()})
    assert await lengths(source) == {"a.pgn": 6}


async def test_files_of_other_kinds_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": b"<p>", "tournament.json": b"{}", "A.PGN": pgn().encode()})
    assert await lengths(PgnFolder(tmp_path)) == {"A.PGN": 6}


async def test_a_broken_file_does_not_hide_the_others(tmp_path: Path) -> None:
    write(tmp_path, {"a.pgn": b'[White "x"]\n\n)\n*', "b.pgn": pgn().encode()})
    look = await PgnFolder(tmp_path).look(ANY)
    assert [game.where for game in look.games] == ["b.pgn"]
    assert [where for where, _ in look.problems] == ["a.pgn"]
