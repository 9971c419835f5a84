// What a player hands in, and what they are given a sanction for.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { actInTournament, tournamentOf } from "../looked-at.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Named} Named */

/** @param {Store} store @param {Named} player */
export async function handIn(store, player) {
  const chosen = await ask({
    title: `What does ${player.name} hand in?`,
    body: html`
      <label class="stack">What<input name="item" maxlength="40" defaultValue="phone" /></label>
      <label class="stack">Marked with<input name="tag" maxlength="20" placeholder="number of the bag" /></label>`,
    actions: [{ value: "hand-in", label: "Take it into keeping", class: "primary" }],
  });
  if (!chosen) return;
  const { item, tag } = chosen.fields;
  await actInTournament(store, "hand_in", { player: player.id, item, tag }, `Kept for ${player.name}: ${item} ${tag}`);
}

/** @param {Store} store @param {Named} player */
export async function sanction(store, player) {
  const board = store.boards().find((one) => one.white.id === player.id || one.black.id === player.id);
  const chosen = await ask({
    title: `Sanction for ${player.name}`,
    body: html`<${Sanction} offences=${tournamentOf(store)?.offences ?? []} />`,
    reason: {},
    actions: [
      { value: "note", label: "Note it", class: "primary" },
      { value: "expel", label: "Put out of the tournament", disabled: !store.get("me")?.may_manage },
    ],
  });
  if (!chosen) return;
  const about = { player: player.id, reason: chosen.reason };
  if (chosen.value === "expel") {
    await actInTournament(store, "expel_player", about, `${player.name} is put out`);
    return;
  }
  const { penalty, offence = "" } = chosen.fields;
  const game = offence && board ? board.game : null;
  await actInTournament(store, "give_penalty", { ...about, penalty, offence, game }, `Noted: ${player.name}, ${offence || penalty}`);
}

/** @param {{ offences: string[] }} props */
function Sanction({ offences }) {
  return html`
    <p>It is kept with the player. A score is changed by a ruling on the game alone.</p>
    ${offences.length > 0 && html`<label class="stack">Offence: the regulations say what it costs this time
      <select name="offence">
        <option value="">not in the regulations</option>
        ${offences.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select>
    </label>`}
    <label class="stack">${offences.length > 0 ? "What else" : "What"}<input name="penalty" maxlength="80" placeholder="warning, two minutes, fine …" /></label>`;
}
