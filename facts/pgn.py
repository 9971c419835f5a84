"""PURE. PGN as live boards need it: read what others wrote, write what others can read.

Reading is forgiving where files in the wild are broken and loses nothing: CRLF and lines
wrapped inside ``[%clk …]`` are mended first, an illegal move is kept with a mark and the
game goes on as far as the position allows (docs/spectators.md, PGN). Writing puts all
commands of a move in one comment and never breaks a line inside it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import chess

from facts.errors import PgnError

TOKENS = ("1-0", "0-1", "1/2-1/2", "*")
MAX_MOVES = 6000
"""No game is longer (75-move rule); a text that says so is not a game."""


@dataclass(frozen=True, slots=True)
class PgnMove:
    """One move.

    Attributes:
        uci: empty where the move could not be understood in its position.
        san: as written.
        clock_s: ``%clk``: seconds left to the mover, None without it.
        spent_s: ``%emt``: seconds used for the move, None without it.
        legal: False for a move that the rules do not allow.
        comment: words for people, without braces; written, not read.
        place: where the move or its number begins in the text that it was read from, with
            line ends as one character; -1 where it was not read.
    """

    uci: str
    san: str
    clock_s: int | None = None
    spent_s: int | None = None
    legal: bool = True
    comment: str = ""
    place: int = field(default=-1, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class PgnGame:
    """One game: its tags in order, its main line, its result token.

    Attributes:
        line: line of the text (from 1) where the game begins, 0 where it was not read.
        begins, ends: the same as places in the text; ``ends`` is where the result stands, or
            the last move ends where none does.
    """

    tags: Mapping[str, str]
    moves: tuple[PgnMove, ...]
    token: str = "*"
    line: int = 0
    begins: int = field(default=-1, compare=False, repr=False)
    ends: int = field(default=-1, compare=False, repr=False)

    @property
    def start_fen(self) -> str:
        """The position that the game starts from."""
        return self.tags.get("FEN", chess.STARTING_FEN)

    @property
    def chess960(self) -> bool:
        """True where the ``Variant`` tag names Chess960."""
        return self.tags.get("Variant", "").lower() in {
            "chess960",
            "chess 960",
            "fischerandom",
            "fischerrandom",
            "fischer random",
        }


_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<tag>\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | \{(?P<comment>[^}]*)\}
    | ;(?P<rest>[^\n]*)
    | %(?P<escape>[^\n]*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<nag>\$\d+|[!?]+)
    | (?P<token>1-0|0-1|1/2-1/2|½-½|\*)(?=\s|$|\[)
    | (?P<number>\d+\s*\.(?:\s*\.)*|\d+(?=\s))
    | (?P<san>[A-Za-z][A-Za-z0-9=+#:\-/]*|--|0-0(?:-0)?[+#]?)
    """,
    re.VERBOSE,
)
_CLK = re.compile(r"\[\s*%clk\s+(\d+)\s*:\s*(\d+)\s*:\s*(\d+)(?:\.\d+)?\s*\]")
_EMT = re.compile(r"\[\s*%emt\s+(\d+)\s*:\s*(\d+)\s*:\s*(\d+)(?:\.\d+)?\s*\]")


@dataclass(slots=True)
class _Draft:
    """A game while it is read."""

    line: int
    begins: int
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[PgnMove] = field(default_factory=list)
    board: chess.Board | None = None
    lost: bool = False
    """True after a move that cannot be placed: what follows is kept as text alone."""

    def finish(self, token: str, ends: int = -1) -> PgnGame:
        return PgnGame(self.tags, tuple(self.moves), token, self.line, self.begins, ends)


def read(text: str) -> Iterator[PgnGame]:
    """Read every game of a text.

    Raises:
        PgnError: a character that belongs to no PGN, an unclosed comment or variation, or a
            start position that is none; names the line.
    """
    text = plain(text)
    draft: _Draft | None = None
    depth = 0
    line = 1
    at = 0
    place = ended = 0
    numbered_at: int | None = None
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise PgnError(line, f"{_excerpt(text, at)!r} is no PGN: expected a tag or a move")
        kind = match.lastgroup if match.lastgroup not in {"name", "value"} else "tag"
        value = match[kind] if kind is not None else ""
        place, at = at, match.end()
        if kind not in {"space", "tag", "token"}:
            ended = at
        if kind == "number" and depth == 0:
            numbered_at = place
        if kind in {"space", "rest", "escape", "nag", "number"}:
            pass
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
            if depth < 0:
                raise PgnError(line, "a ')' closes a variation that was never opened")
        elif depth > 0:
            pass
        elif kind == "tag":
            if draft is not None and draft.moves:
                yield draft.finish("*", ended)
                draft = None
            draft = draft or _Draft(line, place)
            draft.tags[match["name"]] = re.sub(r"\\(.)", r"\1", match["value"])
        elif kind == "comment":
            if draft is not None and draft.moves:
                draft.moves[-1] = _with_comment(draft.moves[-1], value)
        elif kind == "token":
            draft = draft or _Draft(line, place)
            yield draft.finish("1/2-1/2" if value == "½-½" else value, place)
            draft = None
        elif kind == "san":
            draft = draft or _Draft(line, place)
            _add_move(draft, value, line)
            begins = place if numbered_at is None else numbered_at
            draft.moves[-1] = replace(draft.moves[-1], place=begins)
            numbered_at = None
        line += match[0].count("\n")
    if depth > 0:
        raise PgnError(line, "a variation '(' is never closed")
    if draft is not None:
        yield draft.finish("*", ended)


def plain(text: str) -> str:
    """The text that places refer to: no mark at its start, each line ended by one sign."""
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def from_san(tags: Mapping[str, str], moves: Iterable[PgnMove], token: str = "*") -> PgnGame:
    """A game from its moves as written, each understood in its position as a file's are.

    Raises:
        PgnError: the FEN tag is no position, or there are too many moves.
    """
    draft = _Draft(0, -1, dict(tags))
    for move in moves:
        _add_move(draft, move.san, 0)
        read_as = draft.moves[-1]
        draft.moves[-1] = replace(move, uci=read_as.uci, legal=read_as.legal)
    return draft.finish(token)


def _excerpt(text: str, at: int) -> str:
    return text[at : at + 20].split("\n")[0]


def _add_move(draft: _Draft, san: str, line: int) -> None:
    if len(draft.moves) >= MAX_MOVES:
        raise PgnError(line, f"more than {MAX_MOVES} moves: expected one game")
    if draft.board is None:
        draft.board = _start(draft, line)
    board = draft.board
    if draft.lost:
        draft.moves.append(PgnMove("", san, legal=False))
        return
    plain = san.replace("0-0-0", "O-O-O").replace("0-0", "O-O")
    try:
        move = board.parse_san(plain)
    except ValueError:
        guess = _illegal_move(board, plain)
        draft.moves.append(PgnMove(guess.uci() if guess else "", san, legal=False))
        if guess is None:
            draft.lost = True
        else:
            make_move(board, guess)
        return
    draft.moves.append(PgnMove(board.uci(move), san))
    board.push(move)


def _start(draft: _Draft, line: int) -> chess.Board:
    game = draft.finish("*")
    try:
        return chess.Board(game.start_fen, chess960=game.chess960)
    except ValueError as error:
        raise PgnError(line, f"the FEN tag is no position: {error}") from error


_PIECE_MOVE = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])(?:=?([QRBN]))?[+#]?")


def _illegal_move(board: chess.Board, san: str) -> chess.Move | None:
    """The only move of a man of that kind to that square, whatever the rules say."""
    match = _PIECE_MOVE.fullmatch(san)
    if match is None:
        return None
    letter, file, rank, target_name, promotion = match.groups()
    target = chess.parse_square(target_name)
    kind = chess.PIECE_SYMBOLS.index(letter.lower()) if letter else chess.PAWN
    origins = [
        square
        for square in board.pieces(kind, board.turn)
        if (not file or chess.square_name(square)[0] == file)
        and (not rank or chess.square_name(square)[1] == rank)
    ]
    reaching = [s for s in origins if board.is_pseudo_legal(chess.Move(s, target))]
    origins = reaching or origins
    if len(origins) != 1 or origins[0] == target:
        return None
    as_piece = chess.PIECE_SYMBOLS.index(promotion.lower()) if promotion else None
    return chess.Move(origins[0], target, promotion=as_piece)


def _with_comment(move: PgnMove, comment: str) -> PgnMove:
    clock, spent = _seconds(_CLK, comment), _seconds(_EMT, comment)
    return replace(
        move,
        clock_s=move.clock_s if clock is None else clock,
        spent_s=move.spent_s if spent is None else spent,
    )


def _seconds(pattern: re.Pattern[str], comment: str) -> int | None:
    match = pattern.search(comment)
    if match is None:
        return None
    hours, minutes, seconds = (int(part) for part in match.groups())
    return hours * 3600 + minutes * 60 + seconds


def clock_text(seconds: int) -> str:
    """``5458`` as PGN's ``1:30:58``."""
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def write(game: PgnGame) -> str:
    """One game as PGN text, ending in an empty line; no empty line before a ``[`` inside it."""
    tags = "".join(f'[{name} "{_escape(value)}"]\n' for name, value in game.tags.items())
    return f"{tags}\n{_wrap(_words(game))}\n\n"


def write_all(games: Iterable[PgnGame]) -> str:
    """Several games, one after another."""
    return "".join(write(game) for game in games)


def _escape(value: str) -> str:
    flat = " ".join(value.split())
    return flat.replace("\\", "\\\\").replace('"', '\\"')


def _words(game: PgnGame) -> Iterator[str]:
    """The move text in pieces that no line end may split."""
    fields = game.start_fen.split()
    white_to_move = len(fields) < 2 or fields[1] == "w"
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() else 1
    numbered = False
    for move in game.moves:
        if white_to_move:
            yield f"{number}."
        elif not numbered:
            yield f"{number}..."
        numbered = True
        yield move.san
        comment = _comment(move)
        if comment:
            yield comment
            numbered = False
        if not white_to_move:
            number += 1
        white_to_move = not white_to_move
    yield game.token


def _comment(move: PgnMove) -> str:
    parts = []
    if move.clock_s is not None:
        parts.append(f"[%clk {clock_text(move.clock_s)}]")
    if move.spent_s is not None:
        parts.append(f"[%emt {clock_text(move.spent_s)}]")
    if not move.legal:
        parts.append("illegal")
    if move.comment:
        parts.append(move.comment)
    return "{ " + " ".join(parts) + " }" if parts else ""


def _wrap(words: Iterable[str]) -> str:
    lines: list[str] = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > 80:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(lines)


def numbered(start_fen: str, ply: int) -> str:
    """The number of the ``ply``-th move (from 1), as it is written before it: ``24.``, ``24…``."""
    fields = start_fen.split()
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() else 1
    halves = ply - 1 + (fields[1:2] == ["b"])
    return f"{number + halves // 2}{'…' if halves % 2 else '.'}"


def make_move(board: chess.Board, move: chess.Move) -> None:
    """Make a move, legal or not, as it looks on the board; nothing where no man stands there.

    A king that jumps aside against the rules takes no rook with it, unless both stand as they
    would for castling.
    """
    man = board.piece_at(move.from_square)
    if man is None:
        return
    jumps = man.piece_type == chess.KING and chess.square_distance(*_ends(move)) > 1
    if not jumps or board.is_legal(move) or _looks_like_castling(board, move):
        board.push(move)
        return
    board.remove_piece_at(move.from_square)
    board.set_piece_at(move.to_square, man)
    board.castling_rights = board.clean_castling_rights()
    board.ep_square = None
    board.halfmove_clock += 1
    board.fullmove_number += board.turn == chess.BLACK
    board.turn = not board.turn
    board.clear_stack()


def _ends(move: chess.Move) -> tuple[chess.Square, chess.Square]:
    return move.from_square, move.to_square


def _looks_like_castling(board: chess.Board, move: chess.Move) -> bool:
    rank = chess.square_rank(move.from_square)
    corner = {6: 7, 2: 0}.get(chess.square_file(move.to_square))
    if chess.square_rank(move.to_square) != rank or corner is None:
        return False
    at_home = move.from_square == chess.square(4, 0 if board.turn else 7)
    rook = board.piece_at(chess.square(corner, rank))
    return at_home and rook == chess.Piece(chess.ROOK, board.turn)


def san_line(start_fen: str, moves: Sequence[str], *, chess960: bool = False) -> list[str]:
    """SAN of UCI moves; an illegal move is written from and to (``e2-e5``) and made anyway."""
    board = chess.Board(start_fen, chess960=chess960)
    line = []
    for uci in moves:
        line.append(san_of(board, uci))
        make_move(board, chess.Move.from_uci(uci))
    return line


def san_of(board: chess.Board, uci: str) -> str:
    """SAN of one UCI move; an illegal one is written as man, from and to: ``Ng1-g3``."""
    move = chess.Move.from_uci(uci)
    if board.is_legal(move):
        return board.san(move)
    man = board.piece_at(move.from_square)
    letter = man.symbol().upper() if man is not None and man.piece_type != chess.PAWN else ""
    return f"{letter}{chess.square_name(move.from_square)}-{chess.square_name(move.to_square)}"
