import pytest

from facts.fact import Side
from facts.result import ResultKind, Score
from results.crosstable.model import Number, RoundEntry, bye_entry
from results.crosstable.unplayed import TABLE, Unplayed, as_markdown, kind_of
from tests.places import DOCS


def test_the_docs_print_the_table_that_the_code_uses() -> None:
    assert as_markdown() in (DOCS / "unplayed.md").read_text(encoding="utf-8")


def test_every_kind_has_its_row_and_voluntary_rounds_are_as_fide_defines_them() -> None:
    assert set(TABLE) == set(Unplayed)
    voluntary = {kind for kind, row in TABLE.items() if row.voluntary}
    assert voluntary == {Unplayed.HALF_BYE, Unplayed.ZERO_BYE, Unplayed.FORFEIT_LOSS}
    assert {kind for kind, row in TABLE.items() if row.requested} == voluntary - {
        Unplayed.FORFEIT_LOSS
    }


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        (bye_entry(ResultKind.PAIRING_BYE, Score.WIN), Unplayed.PAIRING_BYE),
        (bye_entry(ResultKind.FULL_BYE, Score.WIN), Unplayed.FULL_BYE),
        (bye_entry(ResultKind.HALF_BYE, Score.DRAW), Unplayed.HALF_BYE),
        (bye_entry(ResultKind.ZERO_BYE, Score.LOSS), Unplayed.ZERO_BYE),
        (RoundEntry(Number(1), Side.WHITE, Score.WIN, ResultKind.FORFEIT), Unplayed.FORFEIT_WIN),
        (RoundEntry(Number(1), Side.WHITE, Score.LOSS, ResultKind.FORFEIT), Unplayed.FORFEIT_LOSS),
        (RoundEntry(Number(1), Side.WHITE, Score.WIN), None),
        (RoundEntry(Number(1), Side.WHITE, None), None),
        (RoundEntry(Number(1), Side.WHITE, Score.DRAW, ResultKind.ADJOURNED), None),
    ],
)
def test_entries_are_told_apart(entry: RoundEntry, kind: Unplayed | None) -> None:
    assert kind_of(entry) is kind
