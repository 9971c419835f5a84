"""What people read, and what scripts get, when something is wrong."""

import pytest

from boardlink.errors import CaptureError, LinkError
from broadcast.errors import PortError
from desk.errors import ConfigError, LogInUseError, PairingFailedError
from desk.host.error_report import explain
from facts.errors import PgnError


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (ConfigError("hall.toml, line 3: boards[0].nummer: unknown key"), 3, "line 3"),
        (PgnError(7, "'\\x00' is no PGN"), 3, "line 7"),
        (LinkError("/dev/ttyACM0: another program uses it"), 3, "another program"),
        (PortError("port 8000 is taken"), 3, "port 8000"),
        (PairingFailedError("nobody can meet nobody"), 1, "nobody"),
        (LogInUseError("hall.log is in use"), 5, "in use"),
        (CaptureError("a.cap, line 1: this is no JSON"), 5, "a.cap, line 1"),
        (FileNotFoundError(2, "No such file or directory", "a.cap"), 5, "a.cap: No such file"),
    ],
)
def test_bad_input_is_one_sentence_without_a_traceback(
    error: Exception, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert explain(error) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert said in shown.err
    assert "Traceback" not in shown.err


def test_a_fault_of_ours_says_so_and_shows_where(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        raise ZeroDivisionError("a bug")
    assert explain(caught.value) == 2
    shown = capsys.readouterr().err
    assert "Traceback" in shown
    assert "fault of the program, not yours" in shown


def test_of_several_errors_each_is_said_and_the_worst_code_counts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    both = ExceptionGroup("two", [ConfigError("one thing"), LogInUseError("another")])
    assert explain(both) == 5
    assert [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()] == [
        "one thing",
        "another",
    ]
