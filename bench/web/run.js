// Lets every contender do the same work in turn and measures its script time.

import { Games, rows } from "./games.js";

const BOARDS = 300;
const MOVED = 10;

async function settled() {
  for (let turn = 0; turn < 8; turn += 1) await null;
}

/** Milliseconds of script for each of `count` pieces of work, drawn work included. */
async function timed(count, work) {
  const times = [];
  for (let at = 0; at < count; at += 1) {
    await new Promise(requestAnimationFrame);
    const before = performance.now();
    work();
    await settled();
    times.push(performance.now() - before);
  }
  return times;
}

/** What stands on the page, for comparison: all contenders must have drawn the same. */
function drawn(host) {
  const men = [...host.querySelectorAll("piece")].map((piece) => piece.getAttribute("style").replace(/;$/, ""));
  return [host.textContent.replaceAll(/\s+/g, ""), men.sort().join()].join();
}

globalThis.bench = async (name, ticks) => {
  const { grid, table } = await import(`./${name}.js`);
  const games = new Games(BOARDS);
  let host = document.createElement("div");
  document.body.replaceChildren(host);
  const [made] = await timed(1, () => void (host.view = grid(host, games)));
  const { update, tick } = host.view;
  const moved = await timed(ticks, () => update(games.step(MOVED), games.now));
  const ticked = await timed(ticks, () => tick((games.now += 1000)));
  const saw = drawn(host);
  host = document.createElement("div");
  document.body.replaceChildren(host);
  const list = table(host);
  list.show(rows(games));
  const shown = await timed(ticks, () => {
    games.step(MOVED);
    list.show(rows(games));
  });
  return { made: [made], moved, ticked, shown, saw: saw + drawn(host) };
};
