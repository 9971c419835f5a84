import io

import pytest

from desk.host.encoding import let_letters_through


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


def written(stream: io.TextIOWrapper) -> bytes:
    """What arrives of a name that an old code page does not know."""
    let_letters_through(stream)
    stream.write("✓ Đurić")
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue()


def test_files_and_pipes_get_utf_8(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    assert written(io.TextIOWrapper(io.BytesIO(), encoding="cp1252")) == "✓ Đurić".encode()


def test_a_terminal_keeps_its_letters_and_shows_others_as_question_marks() -> None:
    assert written(Terminal(io.BytesIO(), encoding="cp1252")) == b"? ?uri?"


def test_an_encoding_that_was_asked_for_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    assert written(io.TextIOWrapper(io.BytesIO(), encoding="ascii")) == b"? ?uri?"


def test_what_is_no_file_is_left_alone() -> None:
    stream = io.StringIO()
    let_letters_through(stream)
    stream.write("✓")
    assert stream.getvalue() == "✓"
