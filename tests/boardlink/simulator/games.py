"""Random legal games, and men as positions have them."""

import chess
from hypothesis import strategies as st

from boardlink.simulator.hands.luck import Luck
from facts.pgn import PgnGame, PgnMove

POSITIONS = (
    chess.STARTING_FEN,
    "r3k2r/pPppqpPp/8/2Pp4/8/8/PpPPQPpP/R3K2R w KQkq d6 0 1",
    "1r2k3/P6P/8/3Pp3/8/8/p6p/R3K2R w KQ e6 0 1",
)
CHESS960 = ("1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1", "rk5r/8/8/8/8/8/8/R5KR w HAha - 0 1")


def random_game(start: str, seed: int, plies: int, *, chess960: bool = False) -> PgnGame:
    """A legal game with as many special moves as there are: they are preferred."""
    luck = Luck(seed)
    board = chess.Board(start, chess960=chess960)
    moves = []
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal:
            break
        special = [
            m for m in legal if m.promotion or board.is_castling(m) or board.is_en_passant(m)
        ]
        move = luck.pick(special if special and luck.happens(0.5) else legal)
        moves.append(PgnMove(board.uci(move), board.san(move)))
        board.push(move)
    tags = {"FEN": start} | ({"Variant": "Chess960"} if chess960 else {})
    return PgnGame(tags, tuple(moves), "1/2-1/2")


games = st.one_of(
    st.builds(random_game, st.sampled_from(POSITIONS), st.integers(0, 1 << 32), st.integers(0, 60)),
    st.builds(
        lambda start, seed: random_game(start, seed, 20, chess960=True),
        st.sampled_from(CHESS960),
        st.integers(0, 1 << 32),
    ),
)
