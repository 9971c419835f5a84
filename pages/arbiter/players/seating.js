// A board of their own, and whom a player must not meet; both hold from the next draft on.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { toast } from "../../base/toast.js";
import { actInTournament } from "../looked-at.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Player} Player */
/** @typedef {import("../state.js").Named} Named */

/** @param {Store} store @param {Player} player */
export async function seat(store, player) {
  const others = (store.get("players") ?? []).filter((one) => one.id !== player.id && one.out_from === null);
  const chosen = await ask({
    title: `${player.name}: board and pairs`,
    body: html`<${Seat} player=${player} others=${others} />`,
    reason: { optional: true, label: "Reason (pairs need one after round 1)" },
    actions: [
      { value: "board", label: "Keep this board", class: "primary" },
      ...(player.board !== null ? [{ value: "free", label: "Free the board" }] : []),
      { value: "apart", label: "Keep these two apart" },
    ],
  });
  if (!chosen) return;
  const { reason, fields } = chosen;
  if (chosen.value === "apart") {
    const other = others.find((one) => one.id === fields.other);
    await keepApart(store, player, other, reason);
    return;
  }
  await fixBoard(store, player, chosen.value === "free" ? null : Number(fields.board), reason);
}

/** @param {{ player: Player, others: Player[] }} props */
function Seat({ player, others }) {
  return html`
    <p>Counts from the next draft on: a draft that is there already must be paired again.</p>
    <label class="stack">Keeps board
      <input name="board" inputmode="numeric" pattern="[0-9]*" defaultValue=${player.board === null ? "" : String(player.board)} />
    </label>
    <label class="stack">Must not meet
      <select name="other">
        <option value="">choose a player</option>
        ${others.map((one) => html`<option key=${one.id} value=${one.id}>${one.name}</option>`)}
      </select>
    </label>`;
}

/** @param {Store} store @param {Player} player @param {Player | undefined} other @param {string} reason */
async function keepApart(store, player, other, reason) {
  if (!other) {
    toast("Choose whom they must not meet.", { problem: true });
    return;
  }
  const fields = { stage: store.get("selected")?.stage, players: [player.id, other.id], reason };
  await actInTournament(store, "forbid_pairs", fields, `${player.name} and ${other.name} are kept apart`);
}

/** @param {Store} store @param {Player} player @param {number | null} board @param {string} reason */
async function fixBoard(store, player, board, reason) {
  if (board !== null && !(board > 0)) {
    toast("Give the number of a board.", { problem: true });
    return;
  }
  const said = board === null ? `${player.name} keeps no board any more` : `${player.name} keeps board ${board}`;
  await actInTournament(store, "fix_board", { player: player.id, board, reason }, said);
}

/** Let two meet who were kept apart. @param {Store} store @param {Named} player @param {Named} other */
export async function allow(store, player, other) {
  const chosen = await ask({
    title: `May ${player.name} and ${other.name} meet?`,
    reason: { optional: true, label: "Reason (needed after round 1)" },
    actions: [{ value: "allow", label: "They may meet", class: "primary" }],
  });
  if (!chosen) return;
  const fields = { stage: store.get("selected")?.stage, player: player.id, other: other.id, reason: chosen.reason };
  await actInTournament(store, "allow_pair", fields, `${player.name} and ${other.name} may meet`);
}
