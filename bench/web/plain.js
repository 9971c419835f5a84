// By hand: what the pages did before. The grid keeps its elements and sets what differs; the
// table is made anew as a whole, which is what the arbiter's pages did.

import { clockText, place } from "./games.js";

function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

class Card {
  #status = el("span", { class: "status" });
  #board = el("div", { class: "mini" });
  #clocks = { white: el("span", { class: "clock" }), black: el("span", { class: "clock" }) };
  #men = new Map();
  #game;

  constructor(game) {
    const side = (name) =>
      el("div", { class: `side ${name}` }, el("span", { class: "name" }, game.names[name]), this.#clocks[name]);
    const head = el("div", { class: "head" }, el("span", {}, `Board ${game.board}`), this.#status);
    this.element = el("li", { class: "card" }, head, side("black"), this.#board, side("white"));
  }

  update(game, now) {
    this.#game = game;
    setText(this.#status, game.status);
    const kept = new Set();
    for (const [square, man] of game.men) {
      kept.add(man.id);
      const known = this.#men.get(man.id);
      if (known?.square === square) continue;
      const element = known?.element ?? el("piece", { class: `${man.white ? "white" : "black"} ${man.kind}` });
      element.setAttribute("style", place(square));
      if (!known) this.#board.append(element);
      this.#men.set(man.id, { element, square });
    }
    for (const [id, { element }] of this.#men)
      {if (!kept.has(id)) {
        element.remove();
        this.#men.delete(id);
      }}
    this.tick(now);
  }

  tick(now) {
    for (const side of ["white", "black"]) {
      const clock = this.#clocks[side];
      setText(clock, clockText(this.#game.clock, side, now));
      clock.classList.toggle("running", this.#game.clock.running === side);
    }
  }
}

export function grid(host, games) {
  const list = el("ul");
  const cards = new Map();
  for (const game of games.list) {
    const card = new Card(game);
    card.update(game, games.now);
    cards.set(game.id, card);
    list.append(card.element);
  }
  host.replaceChildren(list);
  return {
    update: (changed, now) => changed.forEach((game) => cards.get(game.id).update(game, now)),
    tick: (now) => cards.forEach((card) => card.tick(now)),
  };
}

export function table(host) {
  return {
    show: (rows) =>
      host.replaceChildren(
        el("table", {}, el("tbody", {}, ...rows.map((row) =>
          el("tr", { "data-id": row.id }, el("td", {}, String(row.board)), el("td", {}, row.white),
            el("td", {}, row.status), el("td", {}, row.black), el("td", {}, String(row.points)),
            el("td", {}, el("button", { type: "button" }, "Confirm")))))),
      ),
  };
}
