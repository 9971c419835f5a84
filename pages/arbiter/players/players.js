// Players: late entries, withdrawals, byes, absences.

import { ask } from "../../base/dialog.js";
import { html, signal } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { matches } from "../../base/text.js";
import { enterPlayer } from "./entries.js";
import { actInTournament } from "../looked-at.js";
import { PlayerActions } from "./player-actions.js";
import { PlayerStatus } from "./player-status.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Player} Player */
/** @typedef {import("../state.js").CheckIn} CheckIn */

/** What is looked for; it stays while one looks at other pages. */
const sought = signal("");

/** @param {{ store: Store }} props */
export function PlayersPage({ store }) {
  const players = store.get("players") ?? [];
  const may = Boolean(store.get("me")?.may_manage);
  const checkIn = store.get("registers")?.check_in ?? null;
  const seek = (/** @type {Event} */ event) => {
    sought.value = /** @type {HTMLInputElement} */ (event.target).value;
  };
  return html`<section class="players">
    <h2>Players <span>${`(${players.length})`}</span></h2>
    <div class="filters">
      <button type="button" class="primary" id="add-player" disabled=${!may} onclick=${() => enterPlayer(store)}>Enter a player</button>
      <input type="search" placeholder="Name" aria-label="Find a player" value=${sought.value} oninput=${seek} />
    </div>
    <div>${checkIn && html`<${CheckInBar} store=${store} checkIn=${checkIn} may=${may} />`}</div>
    <div>
      <${Table} class="players-table" columns=${[["No.", "number"], "Name", ["Rating", "number"], "Fed", "Status", ""]}>
        ${players
          .filter((player) => matches(sought.value, player.name))
          .map((player) => html`<${Row} key=${player.id} store=${store} player=${player} checkIn=${checkIn} may=${may} />`)}
      <//>
    </div>
  </section>`;
}

/** @param {{ store: Store, checkIn: CheckIn, may: boolean }} props */
function CheckInBar({ store, checkIn, may }) {
  const missing = checkIn.missing.length;
  return html`<p>
    ${`Check-in: ${checkIn.seen} are here, ${missing} not seen yet. `}
    <button type="button" data-key="end-check-in" disabled=${!may || !missing} onclick=${() => endCheckIn(store, missing)}>End the check-in</button>
  </p>`;
}

/** @param {Store} store @param {number} missing */
async function endCheckIn(store, missing) {
  const chosen = await ask({
    title: `Remove the ${missing} who were not seen?`,
    body: html`<p>They are not paired; whoever comes later can be entered again before round 1, and as a late entry after it.</p>`,
    actions: [{ value: "end", label: "End the check-in", class: "primary" }],
  });
  if (chosen) await actInTournament(store, "end_check_in", {}, "The check-in is over");
}

/** @param {{ store: Store, player: Player, checkIn: CheckIn | null, may: boolean }} props */
function Row({ store, player, checkIn, may }) {
  const { id, number, title, name, club, rating, federation } = player;
  const missing = checkIn?.missing.includes(id) ?? false;
  return html`<tr data-player=${id}>
    <td class="number small">${number ?? ""}</td>
    <td>
      ${title && html`<abbr class="title">${title}</abbr>${" "}`}${name}
      ${club && html`<span class="small block">${club}</span>`}
    </td>
    <td class="number">${rating || ""}</td>
    <td>${federation}</td>
    <td class="small"><${PlayerStatus} store=${store} player=${player} may=${may} /></td>
    <td class="row-actions"><${PlayerActions} store=${store} player=${player} missing=${missing} may=${may} /></td>
  </tr>`;
}
