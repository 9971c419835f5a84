import subprocess
import sys

import pytest

from boardlink.errors import LinkError
from boardlink.links.ports import open_port

pytestmark = pytest.mark.real_time


@pytest.mark.parametrize(
    ("port", "advice"),
    [
        ("usb://04d8:000a/DGT", "FTDI chips"),
        ("bt://nobody", "no Bluetooth address"),
        ("/dev/ttyNONE7", "no such port"),
        ("socket://127.0.0.1:1", "nothing answers there"),
        ("gopher://x:1", "this is no port"),
    ],
)
async def test_a_port_s_name_decides_how_it_is_opened(port: str, advice: str) -> None:
    with pytest.raises(LinkError, match=advice):
        await open_port(port)


def test_a_hall_needs_none_of_the_extras() -> None:
    script = (
        "import sys; sys.modules.update({'usb': None, 'libusb_package': None, 'bleak': None}); "
        "import boardlink.fleet, boardlink.stations.discovery, desk.running; print('ready')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "ready\n", done.stderr
