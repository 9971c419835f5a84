"""PURE. The players as the page shows them, and who must not meet whom."""

from collections.abc import Mapping, Sequence

from desk.commands.situation import player_of
from results.tournament.entries import EntryRecord
from results.tournament.tournament import Stage, Tournament


def players_view(tournament: Tournament) -> Sequence[object]:
    """Everybody of a tournament, by number, then by name."""
    number_of = {
        player: number
        # Who plays in several stages is known by the number of the first.
        for stage in reversed(list(tournament.stages.values()))
        for number, player in enumerate(stage.numbers, start=1)
    }
    records = sorted(
        tournament.players.values(),
        key=lambda record: (
            number_of.get(record.player.id, 1 << 30),
            record.player.name.casefold(),
        ),
    )
    return [_record(record, number_of.get(record.player.id)) for record in records]


def apart_view(tournament: Tournament, stage: Stage) -> Sequence[object]:
    """Who must not meet whom, in the order in which it was decided."""
    return [
        {
            "players": [
                {"id": who, "name": player_of(tournament, who).name} for who in rule.players
            ],
            "first": rule.first_round,
            "last": rule.last_round or stage.settings.rounds,
            "reason": rule.reason,
        }
        for rule in stage.forbidden.values()
    ]


def _record(record: EntryRecord, number: int | None) -> Mapping[str, object]:
    player = record.player
    return {
        "id": player.id,
        "number": number,
        "name": player.name,
        "title": player.title,
        "rating": player.rating,
        "federation": player.federation,
        "club": player.club,
        "fide_id": player.fide_id,
        "sex": player.sex,
        "birth": player.birth,
        "first_round": record.first_round,
        "board": record.board,
        "out_from": record.out_from,
        "expelled": record.expelled,
        "out_reason": record.out_reason,
        "penalties": [
            {"penalty": given.penalty, "reason": given.reason} for given in record.penalties
        ],
        "absent": [{"round": r, "reason": reason} for r, reason in sorted(record.absent.items())],
        "requests": [
            {"round": r, "bye": request.bye.kind.value, "granted": request.granted,
             "reason": request.reason}
            for r, request in sorted(record.requests.items())
        ],
    }  # fmt: skip
