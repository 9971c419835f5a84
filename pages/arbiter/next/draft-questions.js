// What an arbiter is asked before a draft is edited, published or thrown away.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { actInStage, stageFields, stageScope } from "../looked-at.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Named} Named */

/**
 * A command about the draft: what is said takes the place of what was said of it before.
 *
 * @param {Store} store
 * @param {string} kind
 * @param {import("../commands.js").Fields} fields
 * @param {string} said
 */
async function actOnDraft(store, kind, fields, said) {
  return await actInStage(store, kind, fields, said, { about: stageScope(stageFields(store)) });
}

/** @param {Store} store @param {import("../state.js").DraftPairing} pairing */
export async function swapColours(store, { id, board, white, black }) {
  const chosen = await ask({
    title: `Board ${board}: swap colours?`,
    body: html`<p>${`${black.name} gets White against ${white.name}.`}</p>`,
    reason: {},
    actions: [{ value: "swap", label: "Swap colours", class: "primary" }],
  });
  if (chosen) await actOnDraft(store, "swap_colours", { pairing: id, reason: chosen.reason }, `Board ${board}: colours swapped`);
}

/** @param {Store} store @param {Named} first @param {Named} other */
export async function exchangePlayers(store, first, other) {
  const chosen = await ask({
    title: "Exchange two players?",
    body: html`<p>${`${first.name} and ${other.name} change places.`}</p>`,
    reason: {},
    actions: [{ value: "exchange", label: "Exchange", class: "primary" }],
  });
  if (!chosen) return;
  const both = { player: first.id, other: other.id, reason: chosen.reason };
  await actOnDraft(store, "exchange_players", both, `${first.name} and ${other.name} changed places`);
}

/** @param {Store} store */
export async function withdrawDraft(store) {
  await actOnDraft(store, "withdraw_draft", { reason: "" }, "The draft was thrown away");
}

/** Publish, then look at the round. @param {Store} store @param {import("../state.js").Draft} draft */
export async function publishRound(store, { round, pairings, warnings, differences }) {
  const count = differences.length;
  const chosen = await ask({
    title: `Publish round ${round}?`,
    body: html`
      <p>${`${pairings.length} pairings become official: players and spectators see them, and the electronic boards wait for their games.`}</p>
      ${warnings.length > 0 && html`<ul class="conflict-text">${warnings.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`}
      ${count > 0 && html`<p>${`Edited by hand: ${count} ${count === 1 ? "difference" : "differences"} from the engine's pairing.`}</p>`}`,
    actions: [{ value: "publish", label: `Publish round ${round}`, class: "primary" }],
  });
  if (!chosen) return;
  const done = await actOnDraft(store, "publish_round", { round_no: round }, `Round ${round} is published`);
  if (!done) return;
  store.select({ ...store.selection.peek(), round: "" });
  location.hash = "#round";
}
