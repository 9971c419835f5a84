from results.standings.tiebreaks.cuts import Part, cut


def parts(*scores: tuple[int, int, bool]) -> list[Part]:
    return [Part(value, score, vur, r) for r, (value, score, vur) in enumerate(scores)]


def rounds_cut(found: list[Part]) -> list[int]:
    return [part.round_index for part in found]


def test_the_lowest_scored_opponent_goes_and_of_equals_the_lowest_product() -> None:
    given = parts((40, 20, False), (0, 20, False), (10, 30, False))
    assert rounds_cut(cut(given, 1, 0, 3)) == [1]


def test_a_voluntarily_unplayed_round_goes_first_where_it_is_not_lower() -> None:
    given = parts((20, 20, False), (30, 30, True), (40, 40, True))
    assert rounds_cut(cut(given, 2, 0, 3)) == [1, 2]
    lower = parts((20, 20, False), (10, 30, True))
    assert rounds_cut(cut(lower, 1, 0, 2)) == [0]


def test_a_median_cuts_the_least_before_the_most() -> None:
    given = parts((10, 10, False), (20, 20, False), (30, 30, False))
    assert rounds_cut(cut(given, 1, 1, 3)) == [0, 2]


def test_no_more_is_cut_than_there_is() -> None:
    given = parts((10, 10, False), (20, 20, False))
    assert len(cut(given, 2, 2, 2)) == 2
    assert cut([], 1, 1, 5) == []
