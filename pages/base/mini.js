// A small board of plain elements: cheap enough for hundreds of them.

import { html, useRef } from "./html.js";
import { followed } from "./position.js";

/** @type {Record<string, string>} */
const KINDS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** @param {string} square */
function standing(square) {
  const across = square.charCodeAt(0) - 97;
  const down = 8 - Number(square[1]);
  return `transform: translate(${across * 100}%, ${down * 100}%)`;
}

/** A position and the move that led to it. @param {{ fen: string, uci: string }} props */
export function MiniBoard({ fen, uci }) {
  const men = useRef(/** @type {import("./position.js").KnownMan[]} */ ([]));
  const shown = useRef("");
  if (fen !== shown.current) {
    shown.current = fen;
    men.current = followed(men.current, fen);
  }
  const last = uci ? [uci.slice(0, 2), uci.slice(2, 4)] : [];
  return html`<div class="mini cg-wrap" aria-hidden="true">
    ${last.map((square, at) => html`<square key=${`last${at}`} class="last-move" style=${standing(square)} />`)}
    ${men.current.map(
      ({ id, square, white, kind }) =>
        html`<piece key=${id} class=${`${white ? "white" : "black"} ${KINDS[kind]}`} style=${standing(square)} />`,
    )}
  </div>`;
}
