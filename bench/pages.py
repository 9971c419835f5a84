"""The pages' library against doing without: script time of updates in a headless Chromium.

    npm ci && python -m bench.pages [ticks]

Three hundred boards, ten of which move at a tick; then the clocks alone; then a table of
three hundred rows, ten of which changed. ``plain`` is by hand (the grid updates in place, the
table is made anew), ``preact`` what the pages use, ``lit`` the other candidate, from
node_modules. Ratios are to ``plain`` in the same run (docs/adr/0011-one-web-base.md).
"""

import asyncio
import gzip
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles

from aiohttp import web
from playwright.async_api import async_playwright

from tests.browser import FLAGS, find_browser

ROOT = Path(__file__).parent.parent
HERE = ROOT / "bench" / "web"
LIT = ROOT / "node_modules" / "lit-html"
VENDOR = ROOT / "pages" / "vendor"
NAMES = ("plain", "preact", "lit")
LIBRARIES: Mapping[str, Sequence[Path]] = {
    "plain": (),
    "preact": tuple(sorted((VENDOR / "preact").glob("*.js"))),
    "lit": tuple(
        LIT / name
        for name in (
            "lit-html.js",
            "directive.js",
            "directive-helpers.js",
            "directives/repeat.js",
        )
    ),
}
ROUNDS = 3
WORK = {
    "made": "300 boards made",
    "moved": "10 boards moved",
    "ticked": "300 clocks ticked",
    "shown": "10 of 300 rows changed",
}


async def main(ticks: int) -> None:
    """Measure and print."""
    app = web.Application()
    for address, folder in (("/web", HERE), ("/lit", LIT), ("/vendor", VENDOR)):
        app.router.add_static(address, folder)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/web/index.html"
    times: dict[str, dict[str, list[float]]] = {name: {} for name in NAMES}
    saw = set()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for _ in range(ROUNDS):
            for name in NAMES:
                page = await browser.new_page(viewport={"width": 1200, "height": 800})
                await page.goto(url)
                await page.wait_for_function("() => Boolean(globalThis.bench)")
                found = await page.evaluate(f"bench({name!r}, {ticks})")
                saw.add(found.pop("saw"))
                for work, values in found.items():
                    times[name].setdefault(work, []).extend(values)
                await page.close()
        await browser.close()
    await runner.cleanup()
    assert len(saw) == 1, "the contenders drew different things"
    report(times)


def report(times: Mapping[str, Mapping[str, list[float]]]) -> None:
    """Print a line for each contender and kind of work."""
    for name in NAMES:
        size = sum(len(gzip.compress(path.read_bytes(), 9)) for path in LIBRARIES[name])
        lines = len((HERE / f"{name}.js").read_text(encoding="utf-8").splitlines())
        print(f"{name:8} library {size:6,} bytes with gzip, {lines:4} lines for both views")
    for work, words in WORK.items():
        plain = median(times["plain"][work])
        for name in NAMES:
            values = times[name][work]
            middle, slow = median(values), quantiles(values, n=20)[-1]
            told = f"{middle:7.2f} ms, p95 {slow:7.2f} ms, {middle / plain:5.2f}"
            print(f"{words:24} {name:8} {told}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
