"""Ties in a play-off that the results of the stage before break."""

from dataclasses import replace

from facts import fact as f
from facts.ids import BoardNo, PlayerId, RoundNo, StageId, game_id, pairing_id
from facts.meeting import GameRole
from facts.player import Player
from facts.result import BLACK_WON, DRAWN, WHITE_WON, Result
from facts.settings import StageSettings, System
from facts.stages import Feed, StageEntry, Take
from results.crosstable.model import Number
from results.meetings.score import meeting_of
from results.stages.former import former_results
from results.stages.places import FinalOrders, Place
from tests.fakes.tournament_log import STAGE, TOURNAMENT, TournamentLog
from tests.results.real_tournaments import NORWAY_MEETING, NORWAY_SCORING, add_next_game

PLAY_OFF = StageId("play-off")
CODES = ("DE", "SB", "KS", "KS/L55")
Score = dict[tuple[str, str], Result]


def log_of(score: Score, codes: tuple[str, ...] = CODES, plain: bool = True) -> TournamentLog:
    """A single round robin with these results, and a play-off of a, b and c, all drawn."""
    log = TournamentLog()
    log.add(
        f.StageOpened(
            StageSettings(
                STAGE, "Classical", System.BERGER, RoundNo(5),
                scoring=NORWAY_SCORING, meeting=NORWAY_MEETING,
            )
        )
    )  # fmt: skip
    names = sorted({player for pair in score for player in pair})
    for name in names:
        log.add(f.PlayerEntered(Player(PlayerId(name), name)))
    log.add(f.NumbersAssigned(STAGE, tuple(PlayerId(name) for name in names)))
    left = list(score.items())
    round_no = 0
    while left:
        round_no += 1
        busy: set[str] = set()
        now = []
        for pair, result in left:
            if not busy & set(pair):
                busy |= set(pair)
                now.append((pair, result))
        left = [item for item in left if item not in now]
        play(log, STAGE, round_no, now)
    entry = StageEntry(
        feeds=(Feed(STAGE, Take.TIED),), former=STAGE, settles=STAGE,
        former_tiebreaks=codes, former_plain=plain,
    )  # fmt: skip
    settings = StageSettings(
        PLAY_OFF, "Play-off", System.BERGER, RoundNo(0), ("FORMER", "LOTS"), entry=entry
    )
    log.add(f.StageOpened(settings))
    tied = tuple(PlayerId(name) for name in ("c", "a", "b"))
    log.add(f.QualifiersFixed(STAGE, PLAY_OFF, tied))
    log.add(f.NumbersAssigned(PLAY_OFF, tied))
    for number, pair in enumerate((("a", "b"), ("b", "c"), ("c", "a")), start=1):
        play(log, PLAY_OFF, number, [(pair, DRAWN)])
    return log


def play(
    log: TournamentLog, stage: StageId, round_no: int, games: list[tuple[tuple[str, str], Result]]
) -> None:
    pairings = []
    for board, ((white, black), _) in enumerate(games, start=1):
        ident = pairing_id(TOURNAMENT, stage, RoundNo(round_no), board)
        pairings.append(
            f.Pairing(ident, PlayerId(white), PlayerId(black), BoardNo(board), (game_id(ident),))
        )
    log.add(f.RoundPublished(stage, RoundNo(round_no), tuple(pairings), (), "by hand"))
    for pairing, (_, result) in zip(pairings, games, strict=True):
        log.confirmed(pairing.games[0], result)
        due = meeting_of(log.state, pairing.id).next_game
        if due is not None:
            assert due.role is GameRole.ARMAGEDDON
            log.confirmed(add_next_game(log, pairing.id), WHITE_WON)


def places(log: TournamentLog) -> tuple[Place, ...]:
    return FinalOrders(log.state).of(PLAY_OFF)


BASE: Score = {
    ("a", "b"): DRAWN, ("b", "c"): DRAWN, ("c", "a"): DRAWN,
    ("a", "x"): WHITE_WON, ("b", "x"): WHITE_WON, ("c", "x"): WHITE_WON,
    ("a", "y"): WHITE_WON, ("b", "y"): WHITE_WON, ("c", "y"): WHITE_WON,
    ("x", "y"): DRAWN,
}  # fmt: skip


def test_direct_encounter_among_those_who_are_still_tied_comes_first() -> None:
    score = BASE | {("a", "b"): WHITE_WON, ("b", "c"): WHITE_WON, ("c", "a"): DRAWN}
    order = places(log_of(score))
    assert [place.player for place in order] == ["a", "b", "c"]
    assert not any(place.shared for place in order)


def test_sonneborn_berger_decides_where_encounters_do_not() -> None:
    # All have met each other with draws; a lost to the weaker y, c to the stronger x.
    score = BASE | {("a", "y"): BLACK_WON, ("c", "x"): BLACK_WON, ("b", "x"): BLACK_WON}
    order = places(log_of(score))
    assert order[0].player == "a"
    found = former_results(log_of(score).state, log_of(score).state.stages[PLAY_OFF])
    assert found is not None
    (first, *_) = found([Number(n) for n in (1, 2, 3)]).values()
    assert "SB" in first.why
    assert "by 1, ½, 0" in first.why
    assert "by the stage's own points" in first.why


def test_what_even_koya_does_not_tell_apart_stays_shared_until_the_lot() -> None:
    log = log_of(BASE)
    assert {place.first for place in places(log)} == {1}
    drawn = ("b", "c", "a")
    log.add(f.LotsDrawn(PLAY_OFF, "places", drawn))
    assert tuple(place.player for place in places(log)) == drawn
    assert not any(place.shared for place in places(log))


def test_armageddon_games_count_only_where_the_stages_own_points_are_wanted() -> None:
    # a has White against b and c, b against c: in each meeting White wins the Armageddon game.
    score = {pair: r for pair, r in BASE.items() if pair != ("c", "a")} | {("a", "c"): DRAWN}
    assert len({place.first for place in places(log_of(score, ("KS/L30",)))}) == 1
    own = places(log_of(score, ("KS/L30",), plain=False))
    assert [(place.first, place.player) for place in own] == [(1, "a"), (2, "b"), (3, "c")]


def test_a_stage_without_a_former_one_has_no_such_results() -> None:
    log = log_of(BASE)
    plain = log.state.stages[PLAY_OFF]
    entry = replace(plain.settings.entry, former=None)
    bare = replace(plain, settings=replace(plain.settings, entry=entry))
    assert former_results(log.state, bare) is None
