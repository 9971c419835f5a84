// What an arbiter is asked before a stage is opened or lots are drawn.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { toast } from "../../base/toast.js";
import { DrawnByHand, drawnByHand } from "./drawn-by-hand.js";
import { actInStage } from "../looked-at.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").StageState} StageState */
/** @typedef {import("../state.js").Entrant} Entrant */
/** @typedef {import("../state.js").Lot} Lot */
/** @typedef {import("../state.js").Named} Named */

/** How many play, and for how many places. @param {StageState} stage */
export function sized(stage) {
  const players = `${stage.players} players`;
  return stage.places === null ? players : `${players} play for ${stage.places} ${stage.places === 1 ? "place" : "places"}`;
}

/** Who enters a stage, each with the reason. @param {{ entrants: Entrant[] }} props */
export function Qualifiers({ entrants }) {
  return html`<ol class="qualifiers">
    ${entrants.map((one) => html`<li key=${one.id}><strong>${one.name}</strong>${` – ${one.why}`}</li>`)}
  </ol>`;
}

/** @param {Store} store @param {StageState} stage */
export async function openStage(store, stage) {
  const more = stage.players - stage.entrants.length;
  const chosen = await ask({
    title: stage.fixed ? `Fix the players of ${stage.name} anew?` : `Open ${stage.name}?`,
    body: html`
      <p>${sized(stage)}</p>
      <${Qualifiers} entrants=${stage.entrants} />
      ${more > 0 && html`<p class="small">and ${more} more</p>`}`,
    actions: [{ value: "open", label: "Open it with these players", class: "primary" }],
  });
  if (chosen) await actInStage(store, "open_stage", { stage: stage.id }, `${stage.name} is open`);
}

/** @param {Store} store @param {Lot} lot */
export async function drawLot(store, lot) {
  const outcome = await askForDraw(
    `Draw lots for places ${lot.first}–${lot.last} of ${lot.stage_name}?`,
    "These players share the places, and it matters who comes first. The program draws from a seed that is kept with the lot.",
    lot.players,
  );
  if (!outcome) return;
  const players = lot.players.map((player) => player.id);
  await actInStage(store, "draw_lots", { stage: lot.stage, purpose: "places", players, outcome }, "The lot is drawn");
}

/** @param {Store} store @param {StageState} stage */
export async function drawNumbers(store, stage) {
  const outcome = await askForDraw(
    `Draw the numbers of ${stage.name}?`,
    "The program draws from a seed that is kept with the lot; what was drawn before is replaced.",
    stage.players > stage.entrants.length ? [] : stage.entrants, // only who is listed can be given a number
  );
  if (!outcome) return;
  await actInStage(store, "draw_lots", { stage: stage.id, purpose: "numbers", outcome }, `The numbers of ${stage.name} are drawn`);
}

/**
 * Ask for a draw; resolves to what was drawn by hand, empty where the program draws, null where
 * nothing is to be drawn.
 *
 * @param {string} title
 * @param {string} text
 * @param {Named[]} players
 */
async function askForDraw(title, text, players) {
  const chosen = await ask({
    title,
    body: html`<p>${text}</p><${DrawnByHand} players=${players} />`,
    actions: [{ value: "draw", label: "Draw", class: "primary" }],
  });
  if (!chosen) return null;
  const outcome = drawnByHand(players, chosen.fields);
  if (!outcome) toast(`Nothing was drawn: each number from 1 to ${players.length} goes to one player`, { problem: true });
  return outcome;
}
