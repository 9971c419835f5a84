"""The picture of the stages' graph."""

from dataclasses import replace
from xml.etree import ElementTree

from desk.config.tournament import load_tournament
from results.stages.picture import regulations_picture
from tests.places import ROOT


def test_the_picture_in_the_docs_is_the_one_of_the_regulations() -> None:
    config = load_tournament(ROOT / "configs" / "european-rapid-warsaw.toml")
    kept = (ROOT / "docs" / "img" / "stages-warsaw.svg").read_text(encoding="utf-8")
    assert regulations_picture(config.stages) == kept


def test_the_picture_reads_as_text_too() -> None:
    config = load_tournament(ROOT / "configs" / "european-rapid-warsaw.toml")
    picture = ElementTree.fromstring(regulations_picture(config.stages))
    told = picture.findtext("{http://www.w3.org/2000/svg}desc")
    assert told is not None
    assert (
        "Swiss Tournament: Swiss, rounds 9–13, games so far carried over, for place 17 on; " in told
    )
    assert "Group I: round robin, 3 rounds; takes numbers 1, 8, 9, 16 of The 16 qualifiers." in told


def test_names_cannot_break_out_of_the_picture() -> None:
    (stage, *_) = load_tournament(ROOT / "configs" / "club-swiss.toml").stages
    wicked = replace(stage, name="<script>&\"'")
    picture = regulations_picture([wicked])
    assert "<script>" not in picture
    ElementTree.fromstring(picture)


def test_a_play_off_says_for_how_many_it_is() -> None:
    config = load_tournament(ROOT / "configs" / "norway-chess.toml")
    picture = ElementTree.fromstring(regulations_picture(config.stages))
    told = picture.findtext("{http://www.w3.org/2000/svg}desc")
    assert told is not None
    assert "Play-off of more: double round robin of 3+; " in told
