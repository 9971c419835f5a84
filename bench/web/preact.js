// Preact with htm: a signal for each board, one for the time.

import { h, render } from "/vendor/preact/preact.js";
import htm from "/vendor/preact/htm.js";
import { batch, computed, signal } from "/vendor/preact/signals.js";
import { useMemo } from "/vendor/preact/hooks.js";
import { clockText, place } from "./games.js";

const html = htm.bind(h);

function Clock({ game, side, now }) {
  const text = useMemo(() => computed(() => clockText(game.value.clock, side, now.value)), [game]);
  const look = useMemo(() => computed(() => `clock${game.value.clock.running === side ? " running" : ""}`), [game]);
  return html`<span class=${look}>${text}</span>`;
}

function Side({ game, side, now }) {
  return html`<div class="side ${side}">
    <span class="name">${game.value.names[side]}</span><${Clock} game=${game} side=${side} now=${now} />
  </div>`;
}

function Mini({ game }) {
  return html`<div class="mini">
    ${[...game.value.men].sort(([, a], [, b]) => a.id - b.id).map(
      ([square, man]) => html`<piece key=${man.id} class="${man.white ? "white" : "black"} ${man.kind}" style=${place(square)} />`,
    )}
  </div>`;
}

function Card({ game, now }) {
  return html`<li class="card">
    <div class="head"><span>Board ${game.value.board}</span><span class="status">${game.value.status}</span></div>
    <${Side} game=${game} side="black" now=${now} />
    <${Mini} game=${game} />
    <${Side} game=${game} side="white" now=${now} />
  </li>`;
}

export function grid(host, games) {
  const now = signal(games.now);
  const all = new Map(games.list.map((game) => [game.id, signal(game)]));
  render(html`<ul>${[...all].map(([id, game]) => html`<${Card} key=${id} game=${game} now=${now} />`)}</ul>`, host);
  return {
    update: (changed, at) =>
      batch(() => {
        now.value = at;
        for (const game of changed) all.get(game.id).value = game;
      }),
    tick: (at) => (now.value = at),
  };
}

function Row({ row }) {
  return html`<tr data-id=${row.id}>
    <td>${row.board}</td><td>${row.white}</td><td>${row.status}</td><td>${row.black}</td><td>${row.points}</td>
    <td><button type="button">Confirm</button></td>
  </tr>`;
}

export function table(host) {
  return {
    show: (rows) =>
      render(html`<table><tbody>${rows.map((row) => html`<${Row} key=${row.id} row=${row} />`)}</tbody></table>`, host),
  };
}
