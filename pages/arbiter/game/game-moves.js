// A game's moves, and why each is believed.

import { Diagram } from "../../base/diagram.js";
import { html } from "../../base/html.js";
import { capital } from "../../base/text.js";
import { longClockText, timeText } from "../../base/times.js";

/** @typedef {import("./game-work.js").GameWork} GameWork */
/** @typedef {import("./game-work.js").Move} Move */

const CERTAINTY = {
  certain: "certain",
  likely: "likely, not yet certain",
  unclear: "unclear: it may not be a move of the game",
};

/** @param {{ work: GameWork }} props */
export function Moves({ work }) {
  const moves = work.found.value?.moves ?? [];
  const chosen = work.chosen.value;
  const move = moves.find((one) => one.ply === chosen);
  const choose = (/** @type {number} */ ply) => (work.chosen.value = chosen === ply ? null : ply);
  return html`
    <h3>Moves</h3>
    <p class="small">Choose a move to see why it is believed.</p>
    <ol class="moves" aria-label="The moves of the game">
      ${moves.map(
        (one) => html`<li key=${one.ply}>
          <${MoveButton} move=${one} pressed=${one === move} choose=${() => choose(one.ply)} />
        </li>`,
      )}
    </ol>
    <div class="box why" aria-live="polite" hidden=${!move}>${move && html`<${Why} move=${move} />`}</div>`;
}

/** @param {{ move: Move, pressed: boolean, choose: () => void }} props */
function MoveButton({ move, pressed, choose }) {
  const numbered = move.ply === 1 || move.number.endsWith(".");
  return html`<button
    type="button"
    data-certainty=${move.certainty}
    aria-pressed=${String(pressed)}
    title=${[CERTAINTY[move.certainty], ...move.marks].join(", ")}
    onclick=${choose}
  >
    ${numbered && html`<span class="small">${`${move.number} `}</span>`}
    ${move.san}
    ${move.certainty === "unclear" && html`<span class="mark">${" ?"}</span>`}
    ${move.marks.length > 0 && html`<span class="mark">${" ≈"}</span>`}
  </button>`;
}

/** @param {{ move: Move }} props */
function Why({ move }) {
  const name = `${move.number} ${move.san}`;
  return html`
    <h4>${`Why ${name}?`}</h4>
    <div class="why-columns">
      <div>
        <p>${move.reason ? `${capital(move.reason)}.` : "Nothing is kept of how it was seen."}</p>
        <dl class="facts">
          <dt>Certainty</dt>
          <dd>${[CERTAINTY[move.certainty], move.marks.join(", ")].filter(Boolean).join("; ")}</dd>
          <dt>Confirmed by</dt>
          <dd>${move.confirmed || "nothing yet"}</dd>
          <dt>Played at</dt>
          <dd>${timeText(move.at)}</dd>
          <dt>Time left</dt>
          <dd>${move.clock_s === null ? "not known" : longClockText(move.clock_s)}</dd>
          ${move.by && html`<dt>Written down by</dt><dd>${move.by}</dd>`}
        </dl>
      </div>
      <${Diagram} squares=${move.squares} marked=${[move.uci.slice(0, 2), move.uci.slice(2, 4)]} title=${`After ${name}`} />
    </div>`;
}
