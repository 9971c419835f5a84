// What an arbiter is asked about protests, and about who decides them.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { actInTournament } from "../looked-at.js";

const MEMBERS = ["member-1", "member-2", "member-3"];
const RESERVES = ["reserve-1", "reserve-2"];

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Player} Player */

/** A field to choose somebody who still plays. @param {{ name: string, empty: string, players: Player[] }} props */
function PickPlayer({ name, empty, players }) {
  const still = players.filter((player) => player.out_from === null);
  return html`<select name=${name}>
    <option value="">${empty}</option>
    ${still.map(
      ({ id, name: called, federation }) =>
        html`<option key=${id} value=${id}>${federation ? `${called} (${federation})` : called}</option>`,
    )}
  </select>`;
}

/** @param {Store} store */
export async function nameCommittee(store) {
  const players = store.get("players") ?? [];
  const pick = (/** @type {string} */ name) => html`<${PickPlayer} key=${name} name=${name} empty=${name.replace("-", " ")} players=${players} />`;
  const chosen = await ask({
    title: "Appeals committee",
    body: html`
      ${MEMBERS.map(pick)}${RESERVES.map(pick)}
      <label class="stack">Chair
        <input name="chair" maxlength="60" placeholder="for example: the tournament director, without a vote" />
      </label>`,
    actions: [{ value: "name", label: "Name it", class: "primary" }],
  });
  if (!chosen) return;
  const ids = (/** @type {string[]} */ fields) => fields.map((name) => chosen.fields[name]).filter(Boolean);
  const committee = { members: ids(MEMBERS), reserves: ids(RESERVES), chair: chosen.fields.chair };
  await actInTournament(store, "name_committee", committee, "The committee is named");
}

/** @param {Store} store */
export async function lodgeProtest(store) {
  const chosen = await ask({
    title: "Record a protest",
    body: html`
      <label class="stack">Player<${PickPlayer} name="player" empty="who protests" players=${store.get("players") ?? []} /></label>
      <label class="stack">Against<input name="against" maxlength="120" placeholder="the decision that it is against" /></label>`,
    actions: [{ value: "lodge", label: "Record it", class: "primary" }],
  });
  if (!chosen) return;
  const { player, against } = chosen.fields;
  const board = store.boards().find((one) => one.white.id === player || one.black.id === player);
  const protest = { player, round_no: store.get("round")?.number ?? 0, against, game: board?.game ?? null };
  await actInTournament(store, "lodge_protest", protest, "The protest is recorded");
}

/** @param {Store} store @param {import("../state.js").Protest} protest */
export async function decideProtest(store, protest) {
  const chosen = await ask({
    title: `Protest ${protest.number}: the committee's decision`,
    body: html`<p>A result that it changes is overruled on the page of its round.</p>`,
    reason: { label: "The decision, with its reason" },
    actions: [
      { value: "upheld", label: "Upheld", class: "primary" },
      { value: "down", label: "Turned down" },
    ],
  });
  if (!chosen) return;
  const members = protest.sitting.map((player) => player.id);
  const decision = { number: protest.number, members, upheld: chosen.value === "upheld", decision: chosen.reason };
  await actInTournament(store, "decide_protest", decision, `Protest ${protest.number} is decided`);
}
