from boardlink.readings import Placement
from boardlink.sensing.squares.placement import START, turned
from desk.boards.picture import WIDTH, picture, turned_since


def test_a_picture_has_black_on_top_and_white_in_capitals() -> None:
    lines = picture(START)
    assert lines[0] == "8 r n b q k b n r"
    assert lines[3] == "5 · · · · · · · ·"
    assert lines[7] == "1 R N B Q K B N R"
    assert lines[8] == "  a b c d e f g h"
    assert {len(line) for line in lines} == {WIDTH}


def test_a_board_that_was_not_read_yet_is_an_empty_frame_and_not_an_empty_board() -> None:
    assert picture(None)[0].strip() == "8"
    assert "·" not in "".join(picture(None))


def test_only_the_start_position_tells_which_way_round_a_board_lies() -> None:
    middle = Placement("." * 20 + "K" + "." * 22 + "k" + "." * 20)
    assert turned_since(middle, None) is None
    assert turned_since(START, None) is False
    assert turned_since(turned(START), False) is True
    assert turned_since(middle, True) is True
    assert turned_since(None, True) is True
