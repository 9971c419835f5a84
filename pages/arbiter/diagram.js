// @ts-nocheck
// A small chess board as a picture with a name; the words beside it say the same.

import { h } from "./dom.js";

const MEN = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟", "?": "?" };
const FILES = "abcdefgh";

// `squares` are 64 characters, a1 … h8; `marked` the names of squares that stand out.
export function diagram(squares, marked, title) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank -= 1) {
    const cells = [h("th", { scope: "row" }, rank + 1)];
    for (let file = 0; file < 8; file += 1) {
      const dark = (rank + file) % 2 === 0;
      const name = `${FILES[file]}${rank + 1}`;
      const man = squares[rank * 8 + file];
      const text = MEN[man] ? `${MEN[man]}\ufe0e` : "";
      cells.push(h("td", { class: `${dark ? "dark" : "light"}${marked.includes(name) ? " marked" : ""}` }, text));
    }
    rows.push(h("tr", {}, cells));
  }
  rows.push(h("tr", {}, h("th"), [...FILES].map((file) => h("th", { scope: "col" }, file))));
  return h(
    "figure",
    { class: "diagram" },
    h("figcaption", { class: "small" }, title),
    h("table", { "aria-hidden": "true" }, h("tbody", {}, rows)),
  );
}
