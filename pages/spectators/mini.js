// A small board of plain elements: cheap enough for a hundred of them.

import { el } from "./dom.js";
import { menOf } from "./words.js";

const KINDS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

export class MiniBoard {
  #men = new Map();
  #fen = "";
  #last = "";
  #from = el("square", { class: "last-move" });
  #to = el("square", { class: "last-move" });

  constructor() {
    this.element = el("div", { class: "mini cg-wrap", "aria-hidden": "true" });
  }

  /** Show a position and the move that led to it. */
  show(fen, uci) {
    const placement = fen.split(" ")[0];
    if (placement !== this.#fen) this.#place(placement);
    if (uci !== this.#last) this.#mark(uci);
  }

  #place(placement) {
    this.#fen = placement;
    const wanted = new Map(menOf(placement).map((man) => [man.square, man]));
    const free = [];
    for (const [square, man] of this.#men) {
      const want = wanted.get(square);
      if (want && same(want, man)) wanted.delete(square);
      else {
        free.push(man);
        this.#men.delete(square);
      }
    }
    for (const [square, want] of wanted) {
      const at = free.findIndex((man) => same(want, man));
      const man = at >= 0 ? free.splice(at, 1)[0] : make(want);
      put(man.element, square);
      if (at < 0) this.element.append(man.element);
      this.#men.set(square, man);
    }
    for (const man of free) man.element.remove();
  }

  #mark(uci) {
    this.#last = uci;
    if (!uci) {
      this.#from.remove();
      this.#to.remove();
      return;
    }
    put(this.#from, uci.slice(0, 2));
    put(this.#to, uci.slice(2, 4));
    if (!this.#from.isConnected) this.element.prepend(this.#from, this.#to);
  }
}

function same(one, other) {
  return one.white === other.white && one.kind === other.kind;
}

function make({ white, kind }) {
  const element = el("piece", { class: `${white ? "white" : "black"} ${KINDS[kind]}` });
  return { white, kind, element };
}

function put(element, square) {
  const across = square.charCodeAt(0) - 97;
  const down = 8 - Number(square[1]);
  element.style.transform = `translate(${across * 100}%, ${down * 100}%)`;
}
