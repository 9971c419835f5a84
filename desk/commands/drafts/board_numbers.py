"""PURE. At which board each pair of a draft sits, and who sits elsewhere than they should."""

from collections.abc import Sequence
from dataclasses import replace

from desk.commands.situation import Situation
from facts.fact import Pairing
from facts.ids import BoardNo, PlayerId, StageId
from results.crosstable.model import Number
from results.pairing.answer import Pair
from results.pairing.boards import assign_boards
from results.tournament.tournament import Draft, RoundState, Stage, Tournament


def first_board(known: Situation, tournament: Tournament) -> BoardNo:
    """The table of the top pairing."""
    return known.first_boards.get(tournament.id, BoardNo(1))


def boards_of(
    known: Situation,
    tournament: Tournament,
    stage: StageId,
    pairs: Sequence[tuple[PlayerId, PlayerId]],
) -> tuple[BoardNo, ...]:
    """The boards of pairs in board order; players who keep a board stay at it.

    Stages of one tournament that run at the same time sit behind one another.

    Raises:
        results.errors.UsageError: two pairs need the same board.
    """
    players = [player for pair in pairs for player in pair]
    number_of = {player: Number(n) for n, player in enumerate(players, start=1)}
    fixed = {
        number_of[player]: record.board
        for player in players
        if (record := tournament.players.get(player)) is not None and record.board is not None
    }
    made = [Pair(number_of[white], number_of[black]) for white, black in pairs]
    in_use = _in_use(tournament, stage)
    boards = assign_boards(made, first_board(known, tournament), fixed, in_use)
    return tuple(boards[pair] for pair in made)


def _in_use(tournament: Tournament, stage: StageId) -> frozenset[BoardNo]:
    """Boards at which other stages play, or are drafted to play."""
    found: set[BoardNo] = set()
    for other in tournament.stages.values():
        if other.settings.id == stage:
            continue
        if other.draft is not None:
            found.update(pairing.board for pairing in other.draft.pairings)
        last = other.last_round
        if last is not None and last.state is not RoundState.CLOSED:
            found |= last.boards
    return frozenset(found)


def seated(
    known: Situation, tournament: Tournament, stage: StageId, pairings: Sequence[Pairing]
) -> tuple[Pairing, ...]:
    """The same pairings, each at its board.

    Raises:
        results.errors.UsageError: two pairs need the same board.
    """
    boards = boards_of(known, tournament, stage, [(p.white, p.black) for p in pairings])
    return tuple(
        replace(pairing, board=board) for pairing, board in zip(pairings, boards, strict=True)
    )


def seating_warnings(tournament: Tournament, stage: Stage, draft: Draft) -> tuple[str, ...]:
    """Players who keep a board and are drafted to another one."""
    kept: dict[BoardNo, PlayerId] = {
        record.board: player
        for player, record in tournament.players.items()
        if record.board is not None
    }
    found = []
    for pairing in draft.pairings:
        players = (pairing.white, pairing.black)
        own = {
            player: board
            for board, player in kept.items()
            if player in players and player in stage.numbers
        }
        if own and pairing.board not in own.values():
            found += [
                f"{tournament.players[player].player.name} keeps board {board} and is drafted to "
                f"board {pairing.board}: pair again"
                for player, board in own.items()
            ]
    return tuple(found)
