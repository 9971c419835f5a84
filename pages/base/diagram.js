// A small chess board as a picture with a name; the words beside it say the same.

import { html } from "./html.js";

/** @type {Record<string, string>} */
const MEN = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟", "?": "?" };
const FILES = [..."abcdefgh"];
const RANKS = [7, 6, 5, 4, 3, 2, 1, 0];
const AS_TEXT = "\ufe0e"; // some systems would draw a pawn as a small picture

/**
 * @param {object} props
 * @param {string} props.squares 64 characters, a1 … h8
 * @param {string[]} [props.marked] the squares that stand out
 * @param {string} props.title
 */
export function Diagram({ squares, marked = [], title }) {
  const cell = (/** @type {number} */ rank, /** @type {number} */ file) => {
    const dark = (rank + file) % 2 === 0;
    const stands = marked.includes(`${FILES[file]}${rank + 1}`);
    const man = MEN[squares[rank * 8 + file]];
    return html`<td class=${`${dark ? "dark" : "light"}${stands ? " marked" : ""}`}>${man ? man + AS_TEXT : ""}</td>`;
  };
  return html`<figure class="diagram">
    <figcaption class="small">${title}</figcaption>
    <table aria-hidden="true"><tbody>
      ${RANKS.map((rank) => html`<tr><th scope="row">${rank + 1}</th>${FILES.map((_, file) => cell(rank, file))}</tr>`)}
      <tr><th></th>${FILES.map((file) => html`<th scope="col">${file}</th>`)}</tr>
    </tbody></table>
  </figure>`;
}
