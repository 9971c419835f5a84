// lit-html: a template for each board, drawn again where the board changed.

import { html, render } from "/lit/lit-html.js";
import { repeat } from "/lit/directives/repeat.js";
import { clockText, place } from "./games.js";

const clock = (game, side, now) =>
  html`<span class="clock${game.clock.running === side ? " running" : ""}">${clockText(game.clock, side, now)}</span>`;

const side = (game, name, now) =>
  html`<div class="side ${name}"><span class="name">${game.names[name]}</span>${clock(game, name, now)}</div>`;

const mini = (game) => html`<div class="mini">${repeat(
  [...game.men].sort(([, a], [, b]) => a.id - b.id),
  ([, man]) => man.id,
  ([square, man]) => html`<piece class="${man.white ? "white" : "black"} ${man.kind}" style=${place(square)}></piece>`,
)}</div>`;

const card = (game, now) => html`
  <div class="head"><span>Board ${game.board}</span><span class="status">${game.status}</span></div>
  ${side(game, "black", now)}${mini(game)}${side(game, "white", now)}`;

export function grid(host, games) {
  const list = document.createElement("ul");
  const cards = new Map();
  const drawn = new Map();
  const draw = (game, now) => {
    drawn.set(game.id, game);
    render(card(game, now), cards.get(game.id));
  };
  for (const game of games.list) {
    const item = document.createElement("li");
    item.className = "card";
    cards.set(game.id, item);
    list.append(item);
    draw(game, games.now);
  }
  host.replaceChildren(list);
  return {
    update: (changed, now) => changed.forEach((game) => draw(game, now)),
    tick: (now) => drawn.forEach((game) => draw(game, now)),
  };
}

const row = (one) => html`<tr data-id=${one.id}>
  <td>${one.board}</td><td>${one.white}</td><td>${one.status}</td><td>${one.black}</td><td>${one.points}</td>
  <td><button type="button">Confirm</button></td>
</tr>`;

export function table(host) {
  return {
    show: (rows) =>
      render(html`<table><tbody>${repeat(rows, (one) => one.id, row)}</tbody></table>`, host),
  };
}
