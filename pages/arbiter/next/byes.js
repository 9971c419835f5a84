// Byes and absences: given, asked for, decided, taken back.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { toast } from "../../base/toast.js";
import { actInTournament, tournamentOf } from "../looked-at.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Named} Named */

/** @param {Store} store @param {Named} player */
export async function giveBye(store, player) {
  const rounds = roundsLeft(store);
  if (!rounds.length) {
    toast("All rounds are published.", { problem: true });
    return;
  }
  const chosen = await ask({
    title: `${player.name}: bye or absence`,
    body: html`<label class="stack">Round
      <select name="round">${rounds.map((round) => html`<option key=${round} value=${String(round)}>Round ${round}</option>`)}</select>
    </label>`,
    reason: { optional: true, label: "Reason (an absence needs one)" },
    actions: [
      { value: "half", label: "Half-point bye", class: "primary", hint: "granted at once" },
      { value: "zero", label: "Bye without points" },
      { value: "absent", label: "Absent" },
      { value: "ask", label: "Only note the request (½)", hint: "nobody has decided yet: it waits here and blocks the pairing" },
    ],
  });
  if (!chosen) return;
  const which = { player: player.id, round_no: Number(chosen.fields.round) };
  if (chosen.value === "absent") {
    const said = `${player.name} is absent in round ${which.round_no}`;
    await actInTournament(store, "mark_absent", { ...which, reason: chosen.reason }, said);
    return;
  }
  const grant = chosen.value !== "ask";
  const said = grant ? `${player.name} has a bye in round ${which.round_no}` : `The request of ${player.name} is noted`;
  await actInTournament(store, "request_bye", { ...which, bye: chosen.value === "zero" ? "zero" : "half", grant }, said);
}

/** The rounds that are not published yet. @param {Store} store */
function roundsLeft(store) {
  const { next_round: next, last_round: last } = tournamentOf(store) ?? { next_round: 1, last_round: 0 };
  return Array.from({ length: Math.max(0, last - next + 1) }, (_, index) => next + index);
}

/**
 * Grant a bye that was asked for, or refuse it with a reason.
 *
 * @param {Store} store
 * @param {Named} player
 * @param {number} round
 * @param {boolean} granted
 * @param {string} said
 */
export async function decideBye(store, player, round, granted, said) {
  let reason = "";
  if (!granted) {
    const chosen = await ask({
      title: `Refuse the bye of ${player.name}?`,
      reason: {},
      actions: [{ value: "no", label: "Refuse", class: "primary" }],
    });
    if (!chosen) return;
    reason = chosen.reason;
  }
  await actInTournament(store, "decide_bye", { player: player.id, round_no: round, granted, reason }, said);
}

/** Neither bye nor absence. @param {Store} store @param {Named} player @param {number} round */
export async function playAfterAll(store, player, round) {
  const which = { player: player.id, round_no: round };
  await actInTournament(store, "play_after_all", which, `${player.name} plays in round ${round}`);
}
