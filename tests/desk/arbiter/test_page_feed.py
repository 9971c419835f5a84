import json

from desk.arbiter.page_feed import PageFeed
from tests.fakes.virtual_clock import EPOCH

NOW = EPOCH.isoformat().replace("+00:00", "Z")


def test_a_page_is_told_everything_once_and_then_what_changed() -> None:
    feed = PageFeed()
    first = feed.news(5, {"a": {"x": 1}, "b": [1, 2]}, EPOCH)
    assert first is not None
    assert json.loads(first) == {
        "seq": 5,
        "now": NOW,
        "parts": {"a": {"x": 1}, "b": [1, 2]},
        "gone": [],
    }
    second = feed.news(6, {"a": {"x": 2}, "c": None}, EPOCH)
    assert second is not None
    assert json.loads(second) == {
        "seq": 6,
        "now": NOW,
        "parts": {"a": {"x": 2}, "c": None},
        "gone": ["b"],
    }


def test_nothing_new_is_not_told() -> None:
    feed = PageFeed()
    feed.news(5, {"a": 1}, EPOCH)  # type: ignore[dict-item]
    assert feed.news(5, {"a": 1}, EPOCH) is None  # type: ignore[dict-item]


def test_a_newer_fact_is_news_even_where_no_part_changed() -> None:
    feed = PageFeed()
    feed.news(5, {"a": None}, EPOCH)
    news = feed.news(6, {"a": None}, EPOCH)
    assert news is not None
    assert json.loads(news) == {"seq": 6, "now": NOW, "parts": {}, "gone": []}
