// What can be done about a player, as the buttons of their row.

import { html } from "../../base/html.js";
import { giveBye } from "../next/byes.js";
import { sayingRefusals, send } from "../commands.js";
import { handIn, sanction } from "./conduct.js";
import { changePlayer, playAgain, readmit, withdraw } from "./entries.js";
import { tournamentOf } from "../looked-at.js";
import { seat } from "./seating.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Player} Player */

/**
 * @param {object} props
 * @param {Store} props.store
 * @param {Player} props.player
 * @param {boolean} props.missing not seen at the check-in yet
 * @param {boolean} props.may
 */
export function PlayerActions({ store, player, missing, may }) {
  const button = (/** @type {string} */ key, /** @type {string} */ label, /** @type {() => unknown} */ act, disabled = !may) =>
    html`<button type="button" class=${key === "seen" ? "primary" : "quiet"} data-key=${`${key}-${player.id}`}
      disabled=${disabled} onclick=${act}>${label}</button>`;
  if (player.expelled && player.out_from !== null) return button("back", "Take back", () => readmit(store, player));
  if (player.out_from !== null) return button("in", "Plays again", () => playAgain(store, player));
  return html`
    ${button("bye", "Bye or absence", () => giveBye(store, player))}
    ${button("seat", "Board, pairs", () => seat(store, player))}
    ${button("change", "Edit", () => changePlayer(store, player))}
    ${missing && button("seen", "Is here", () => checkIn(store, player), false)}
    ${button("hand-in", "Hand in", () => handIn(store, player), false)}
    ${button("sanction", "Sanction", () => sanction(store, player), false)}
    ${button("out", "Withdraw", () => withdraw(store, player))}`;
}

/** Nothing is said of it: hundreds come in within minutes, and the row shows it. @param {Store} store @param {Player} player */
function checkIn(store, player) {
  return sayingRefusals(async () => {
    await send(store, "check_in", { tournament: tournamentOf(store)?.id, player: player.id });
  });
}
