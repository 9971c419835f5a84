// What was drawn by hand: a number beside every name, or none at all and the program draws.

import { html } from "../../base/html.js";

/** @typedef {import("../state.js").Named} Named */

/** A field's name in the dialog. @param {Named} player */
function field(player) {
  return `drawn-${player.id}`;
}

/** @param {{ players: Named[] }} props */
export function DrawnByHand({ players }) {
  if (!players.length) return null;
  return html`<div>
    <p>Drawn by hand? Write what each drew, 1 for the first. With nothing written the program draws.</p>
    ${players.map(
      (player) => html`<label key=${player.id} class="drawn">
        <input type="number" min="1" max=${String(players.length)} name=${field(player)} data-key=${field(player)} />${` ${player.name}`}
      </label>`,
    )}
  </div>`;
}

/**
 * The players' ids in the order that was drawn; empty where nothing was written, null where
 * what was written is no order.
 *
 * @param {Named[]} players
 * @param {Record<string, string>} fields
 */
export function drawnByHand(players, fields) {
  const written = players.map((player) => ({ id: player.id, text: fields[field(player)] ?? "" }));
  if (written.every(({ text }) => text === "")) return [];
  const drawn = written.sort((one, other) => Number(one.text) - Number(other.text));
  return drawn.every(({ text }, index) => Number(text) === index + 1) ? drawn.map(({ id }) => id) : null;
}
