"""What a tournament's file says of byes, draws, sanctions, appeals and prizes."""

from pathlib import Path

import pytest

from desk.config.tournament import load_tournament
from desk.errors import ConfigError
from facts.regulations import Regulations, Sanction, Sharing, Step

HEAD = 'name = "Open"\n[[stages]]\nsystem = "dutch"\nrounds = 5\n'


def load(folder: Path, text: str) -> Regulations:
    path = folder / "open.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return load_tournament(path).regulations


def test_what_is_not_said_is_not_regulated(tmp_path: Path) -> None:
    assert load(tmp_path, "") == Regulations()


def test_amounts_are_read_to_the_cent(tmp_path: Path) -> None:
    found = load(tmp_path, '[prizes]\nplaces = [100, 33.35]\nleast = 10\nsharing = "hort"\n')
    assert found.prizes is not None
    assert found.prizes.places == (10_000, 3_335)
    assert (found.prizes.least, found.prizes.sharing) == (1_000, Sharing.HORT)


def test_an_offence_has_its_steps_in_order(tmp_path: Path) -> None:
    found = load(
        tmp_path,
        '[[offences]]\nname = "phone"\nsteps = [{ sanction = "halve-time", limit_min = 10 }, '
        '{ sanction = "fine", amount = 500 }]\n',
    )
    assert found.offences[0].steps == (
        Step(Sanction.HALVE_TIME, 600),
        Step(Sanction.FINE, None, 50_000),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[byes]\nrounds = [6]\n", "there is no round 6"),
        ("[byes]\npoints = 0.4\n", "a bye is worth 0, 0.5 or 1"),
        ('[draws]\nreasons = ["threefold"]\n', "only_claims = true is missing"),
        ("[prizes]\nplaces = [10, 20]\n", "a lower place has a higher prize"),
        ("[prizes]\nplaces = [10.123]\n", "whole cents"),
        ('[[offences]]\nname = "x"\nsteps = [{ sanction = "fine" }]\n', "a fine needs its amount"),
        ('[[offences]]\nname = "x"\nsteps = [{ sanction = "loss", limit_min = 5 }]\n', "takes no"),
        ("[prizes]\nfirst = 1\n", "first"),
    ],
)
def test_a_wrong_value_is_refused_in_words(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        load(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("[byes]\nrounds = [2, 3]\nat_most = 3\n", (6, 7)),
        ("[draws]\nnot_before_move = 30\nonly_claims = true\n", (6, 7)),
        ('[prizes]\nsharing = "by-place"\nfirst_shared = false\n', (6, 7)),
        (
            '[[prizes.categories]]\nname = "U"\namounts = [5]\n'
            "rated_from = 2000\nrated_to = 1800\n",
            (8, 9),
        ),
    ],
)
def test_two_lines_that_disagree_are_both_named(
    tmp_path: Path, text: str, lines: tuple[int, int]
) -> None:
    with pytest.raises(ConfigError) as refused:
        load(tmp_path, text)
    assert all(f"{number}" in str(refused.value) for number in lines)
