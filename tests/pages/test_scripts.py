"""The pages' scripts outside a browser, under node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = sorted(Path(__file__).parent.glob("*.test.js"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_scripts(path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (ROOT / "node_modules").is_dir():
        text = "no node or no node_modules: `make node_modules` installs what these tests need"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    done = subprocess.run(
        [node, "--test", "--test-reporter=spec", str(path)],
        cwd=ROOT, capture_output=True, text=True, timeout=90, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
