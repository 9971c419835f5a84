// What is shown of a game wherever it is spoken of: its state, who plays it, what was said of its result.

import { html } from "../../base/html.js";
import { words } from "../../base/text.js";
import { timeText } from "../../base/times.js";
import { Person } from "../person.js";

/** @typedef {import("../state.js").Board} Board */

/** The address of a game's page. @param {string} game */
export function gameAddress(game) {
  return `#game/${encodeURIComponent(game)}`;
}

/** @param {{ board: Board }} props */
export function StateChip({ board }) {
  return html`<span class="chip" data-state=${board.state}>${board.state}</span>`;
}

/** @param {{ board: Board }} props */
export function Pair({ board }) {
  return html`<p class="pair"><${Person} player=${board.white} />${" – "}<${Person} player=${board.black} /></p>`;
}

/** What was said about a result, by whom and when. @param {{ board: Board }} props */
export function Evidence({ board }) {
  if (!board.claims.length) return html`<p class="small">Nobody has said anything about the result yet.</p>`;
  return html`<ul class="claims">
    ${board.claims.map(
      (claim) => html`<li key=${`${claim.source} ${claim.at}`}>
        <strong>${`${claim.result} `}</strong>
        ${`${words(claim.source)}, ${claim.by}, ${timeText(claim.at)}`}
        ${claim.certainty === "certain" ? null : ` (${claim.certainty})`}
        ${claim.text && html`<div class="small">${claim.text}</div>`}
        ${claim.doubts.map((doubt) => html`<div key=${doubt} class="conflict-text">${doubt}</div>`)}
      </li>`,
    )}
  </ul>`;
}
