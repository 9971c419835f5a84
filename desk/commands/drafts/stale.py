"""PURE. Whether a draft still rests on what is so: results, players, byes, boards, pairs.

The draft carries the tournament as it was when the engine paired it. Only what the pairing
follows from is compared: a rating result or a club's name makes no draft stale.
"""

from collections.abc import Mapping

from desk.commands.situation import player_of
from facts.fact import Pairing
from facts.ids import GameId, PlayerId, RoundNo
from facts.result import DRAWN, Result, ResultKind
from facts.settings import StageSettings, System
from results.rounds import progress as rounds
from results.rounds.numbering import numbers_to_assign
from results.rounds.table import initial_colour
from results.stages.places import knock_out_of
from results.tournament.claims import GameClaims
from results.tournament.tournament import Draft, Round, Stage, Tournament

_OVER_THE_BOARD = frozenset(
    {ResultKind.PLAYED, ResultKind.UNRATED, ResultKind.RULED, ResultKind.ADJOURNED}
)


def changes_since(tournament: Tournament, stage: Stage, draft: Draft) -> tuple[str, ...]:
    """What has changed since the draft was made, in sentences; empty while it stands.

    A round robin's pairings follow from the numbers alone, a knock-out's from who won: a
    player who is out is still paired there.
    """
    basis = draft.basis
    then = basis.stages.get(stage.settings.id) if basis is not None else None
    found: list[str] = []
    if stage.system is System.DUTCH:
        found += _attendance(tournament, stage, draft)
        found += _byes(tournament, stage, draft)
    if basis is None or then is None:
        return tuple(found)
    if stage.system is System.DUTCH:
        found += _results(tournament, then, stage)
        found += _pairs(tournament, then, stage, draft.round_no)
    if stage.system is System.KNOCK_OUT:
        found += _knock_out(tournament, stage, draft)
    found += _regulations(then, stage)
    found += _boards(basis, tournament, draft)
    if not found and numbers_to_assign(tournament, stage.settings.id) is not None:
        found.append("ratings, titles or names have changed, and with them the pairing numbers")
    return tuple(found)


# --- players ----------------------------------------------------------------------------


def _attendance(tournament: Tournament, stage: Stage, draft: Draft) -> list[str]:
    """Who entered or came back, and who is out, absent or has a bye since then."""
    allocated = {b.player for b in draft.byes if b.bye.kind is ResultKind.PAIRING_BYE}
    there = {p for pairing in draft.pairings for p in (pairing.white, pairing.black)} | allocated
    taking_part = rounds.participants(tournament, stage.settings.id, draft.round_no)
    wanted = set(taking_part.to_pair)
    missing = [f"{_name(tournament, p)} plays and is not in it" for p in sorted(wanted - there)]
    return missing + [
        f"{_name(tournament, p)} does not play ({_why(tournament, p, draft.round_no)})"
        for p in sorted(there - wanted)
    ]


def _why(tournament: Tournament, player: PlayerId, round_no: RoundNo) -> str:
    record = tournament.players.get(player)
    if record is None:
        return "not in the tournament"
    if not record.plays(round_no):
        return "expelled" if record.expelled else "withdrawn"
    request = record.requests.get(round_no)
    if request is not None and request.granted:
        return str(request.bye)
    return "absent" if round_no in record.absent else "not in this stage"


def _byes(tournament: Tournament, stage: Stage, draft: Draft) -> list[str]:
    """Byes of those who do not play that are not those of the draft."""
    drafted = {b.player: b.bye for b in draft.byes if b.bye.kind is not ResultKind.PAIRING_BYE}
    given = {
        b.player: b.bye
        for b in rounds.participants(tournament, stage.settings.id, draft.round_no).byes
    }
    found = []
    for player in sorted(drafted.keys() & given.keys()):
        if drafted[player] != given[player]:
            found.append(
                f"{_name(tournament, player)} has {given[player]}, the draft {drafted[player]}"
            )
    gone = [
        player
        for player in sorted(drafted.keys() - given.keys())
        if (record := tournament.players.get(player)) is None or not record.plays(draft.round_no)
    ]
    found += [f"{_name(tournament, player)} is out and has a bye in it" for player in gone]
    return found


def _name(tournament: Tournament, player: PlayerId) -> str:
    return player_of(tournament, player).name


# --- results ----------------------------------------------------------------------------


def _results(tournament: Tournament, then: Stage, now: Stage) -> list[str]:
    """Games that count otherwise for pairing; one without a result counted as a draw."""
    found = []
    for number, the_round in now.rounds.items():
        before = then.rounds.get(number)
        if before is None or not _same_pairs(before, the_round):
            found.append(f"round {number} was published anew")
            continue
        if before.games is the_round.games:
            continue
        for pairing in the_round.pairings:
            for game in pairing.games:
                was, is_now = _official(before.games, game), _official(the_round.games, game)
                if was is is_now or _for_pairing(was) == _for_pairing(is_now):
                    continue
                found.append(_told(tournament, number, pairing, was, is_now))
    return found


def _same_pairs(before: Round, now: Round) -> bool:
    """True where the same players meet at the same boards, in however many games."""

    def pairs(of: Round) -> list[tuple[object, ...]]:
        return [(p.id, p.white, p.black, p.board) for p in of.pairings]

    return pairs(before) == pairs(now) and before.byes == now.byes


def _knock_out(tournament: Tournament, stage: Stage, draft: Draft) -> list[str]:
    """Who else would meet by the results now."""
    state = knock_out_of(tournament, stage)
    wanted = {frozenset(pair) for pair in state.pairs} if state is not None else set()
    drafted = {frozenset({p.white, p.black}) for p in draft.pairings}
    return [
        " and ".join(_name(tournament, player) for player in sorted(pair)) + " would meet now"
        for pair in sorted(wanted - drafted, key=sorted)
    ]


def _official(games: Mapping[GameId, GameClaims], game: GameId) -> Result | None:
    claims = games.get(game)
    return claims.official.result if claims is not None and claims.official is not None else None


def _for_pairing(result: Result | None) -> tuple[object, ...]:
    """What pairing makes of a result: both scores, and whether the two have met."""
    if result is None or result.kind is ResultKind.ADJOURNED:
        return DRAWN.white, DRAWN.black, True
    return result.white, result.black, result.kind in _OVER_THE_BOARD


def _told(
    tournament: Tournament,
    number: RoundNo,
    pairing: Pairing,
    was: Result | None,
    is_now: Result | None,
) -> str:
    white, black = _name(tournament, pairing.white), _name(tournament, pairing.black)
    then = "had no result and counted as a draw" if was is None else f"was {was}"
    now = "has no result any more" if is_now is None else f"is {is_now} now"
    return f"round {number}, board {pairing.board} ({white} – {black}) {then}, {now}"


# --- rules ------------------------------------------------------------------------------


def _pairs(tournament: Tournament, then: Stage, now: Stage, round_no: RoundNo) -> list[str]:
    """Pairs that are kept apart in the round, or are so no more."""
    before, after = _apart(then, round_no), _apart(now, round_no)
    found = []
    for pair in sorted(before ^ after, key=sorted):
        who = " and ".join(_name(tournament, player) for player in sorted(pair))
        found.append(f"{who} {'must not meet' if pair in after else 'may meet again'}")
    return found


def _apart(stage: Stage, round_no: RoundNo) -> set[frozenset[PlayerId]]:
    return {
        pair
        for pair, rule in stage.forbidden.items()
        if rule.first_round <= round_no <= (rule.last_round or stage.settings.rounds)
    }


def _regulations(then: Stage, now: Stage) -> list[str]:
    changed = _rules(then.settings) != _rules(now.settings)
    found = ["the stage's regulations have changed"] if changed else []
    if initial_colour(then) is not initial_colour(now):
        found.append("the initial colour is another one")
    return found


def _rules(settings: StageSettings) -> tuple[object, ...]:
    """What pairing follows from."""
    return settings.system, settings.rounds, settings.scoring, settings.acceleration


def _boards(then: Tournament, now: Tournament, draft: Draft) -> list[str]:
    """Players of the draft who keep another board than when it was made."""
    found = []
    for pairing in draft.pairings:
        for player in (pairing.white, pairing.black):
            before, after = then.players.get(player), now.players.get(player)
            old = before.board if before is not None else None
            new = after.board if after is not None else None
            if old != new:
                keeps = f"keeps board {new}" if new is not None else "keeps no board any more"
                found.append(f"{_name(now, player)} {keeps}")
    return found
