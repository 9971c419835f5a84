// What a scoresheet says of a game: compared with the record, then put in its place.

import { Diagram } from "../../base/diagram.js";
import { html } from "../../base/html.js";
import { capital } from "../../base/text.js";
import { useTyped } from "../../base/typed.js";

/** @typedef {import("./game-work.js").GameWork} GameWork */
/** @typedef {import("./game-work.js").Offer} Offer */
/** @typedef {import("./game-work.js").Written} Written */

/** @type {[Written, label: string, hint: string][]} */
const WRITTEN = [
  ["scoresheet", "The whole game", "nothing was played after the last of these moves"],
  ["moves", "The moves so far", "the game may have gone on: the board goes on from there"],
  ["move", "One move", "with its number: 24.Nf3 for White's, 24...Nf6 for Black's"],
];

/** @param {{ work: GameWork }} props */
export function Repair({ work }) {
  const what = work.what.value;
  const chosen = (/** @type {Event} */ event) => {
    work.what.value = /** @type {Written} */ (/** @type {HTMLSelectElement} */ (event.target).value);
    work.dropOffer();
  };
  const typed = (/** @type {Event} */ event) => {
    work.text.value = /** @type {HTMLTextAreaElement} */ (event.target).value;
    work.dropOffer();
  };
  return html`<div class="repair">
    <h3>Correct the moves</h3>
    <p class="small">The board's recording is read again under what you write. Nothing changes until you have compared both.</p>
    <label class="stack">
      You write
      <select value=${what} onchange=${chosen}>
        ${WRITTEN.map(([value, label]) => html`<option key=${value} value=${value} selected=${value === what}>${label}</option>`)}
      </select>
    </label>
    <p class="small">${WRITTEN.find(([value]) => value === what)?.[2]}</p>
    <label class="stack">
      Moves (PGN or as on a scoresheet)
      <textarea rows="3" maxlength="60000" placeholder="1. e4 e5 2. Nf3 …" value=${work.text.value} oninput=${typed}></textarea>
    </label>
    <button type="button" onclick=${() => work.look()}>Look whether it fits</button>
    <div class="offer" aria-live="polite"><${Answer} work=${work} /></div>
  </div>`;
}

/** @param {{ work: GameWork }} props */
function Answer({ work }) {
  const offer = work.offer.value;
  if (!offer) return null;
  if (offer === "reading") return html`<p class="small">Reading the recording again …</p>`;
  if (offer.refused) return html`<div class="box problem-box" role="alert"><p>${capital(offer.refused)}.</p></div>`;
  const { same, moves } = /** @type {Offer} */ (offer);
  if (same && !moves.length) return html`<p class="box">It fits, and the record says the same already.</p>`;
  return html`<${Comparison} work=${work} offer=${offer} />`;
}

/** @param {{ work: GameWork, offer: Offer }} props */
function Comparison({ work, offer }) {
  const reason = useTyped("scoresheet");
  const marked = differing(offer);
  return html`
    ${offer.notes.map((text) => html`<p key=${text} class="note">${text}</p>`)}
    <div class="compare">
      <div>
        <h4>Now</h4>
        <p class="line-moves">${offer.now_text || "(no moves)"}</p>
        <${Diagram} squares=${offer.now_squares} marked=${marked} title="At its end" />
      </div>
      <div>
        <h4>Corrected</h4>
        <p class="line-moves">${offer.then_text || "(no moves)"}</p>
        <${Diagram} squares=${offer.then_squares} marked=${marked} title="At its end" />
      </div>
    </div>
    <label class="stack">
      Reason (kept with the decision)
      <input maxlength="500" value=${reason.value} oninput=${reason.oninput} />
    </label>
    <button type="button" class="primary" onclick=${() => work.accept(offer, reason.value)}>Correct the moves</button>`;
}

/** The squares on which the two lines end differently. @param {Pick<Offer, "now_squares" | "then_squares">} offer */
export function differing({ now_squares: now, then_squares: then }) {
  const names = [...now].map((_, square) => `${"abcdefgh"[square % 8]}${Math.floor(square / 8) + 1}`);
  return names.filter((_, square) => now[square] !== then[square]);
}
