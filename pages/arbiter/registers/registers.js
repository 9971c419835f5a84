// The registers: protests and who decides them, sanctions, what was handed in.

import { html } from "../../base/html.js";
import { actInTournament, tournamentOf } from "../looked-at.js";
import { Protests } from "./protests.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Registers} Registers */

/** @param {{ store: Store }} props */
export function RegistersPage({ store }) {
  const registers = store.get("registers");
  const tournament = tournamentOf(store);
  if (!registers || !tournament) return html`<section class="registers"><p class="empty">There is no tournament.</p></section>`;
  const may = Boolean(store.get("me")?.may_manage);
  return html`<section class="registers">
    <h2>Registers</h2>
    <${Protests} store=${store} tournament=${tournament} registers=${registers} may=${may} />
    <${Sanctions} penalties=${registers.penalties} />
    <${InKeeping} store=${store} held=${registers.held} />
  </section>`;
}

/** @param {{ penalties: Registers["penalties"] }} props */
function Sanctions({ penalties }) {
  return html`<div>
    <h3>Sanctions</h3>
    ${penalties.length > 0
      ? html`<ul>${penalties.map((given) => html`<li>${sanctionText(given)}</li>`)}</ul>`
      : html`<p class="small">None. They are given on the page “Players”.</p>`}
  </div>`;
}

/** @param {import("../state.js").Penalty} given */
function sanctionText({ player, round, penalty, reason, loses }) {
  const when = round ? `, round ${round}` : "";
  return `${player.name}${when}: ${penalty} (${reason})${loses ? ". Enter the lost game on the page of its round" : ""}`;
}

/** @param {{ store: Store, held: Registers["held"] }} props */
function InKeeping({ store, held }) {
  return html`<div>
    <h3>In keeping</h3>
    ${held.length > 0
      ? html`<ul>${held.map((one) => html`<${Held} key=${`${one.player.id}-${one.item}-${one.tag}`} store=${store} held=${one} />`)}</ul>`
      : html`<p class="small">Nothing. Phones are handed in on the page “Players”.</p>`}
  </div>`;
}

/** @param {{ store: Store, held: Registers["held"][number] }} props */
function Held({ store, held: { player, item, tag } }) {
  const giveBack = () => actInTournament(store, "give_back", { player: player.id, item, tag }, `${player.name} has it back`);
  return html`<li>
    ${`${player.name}: ${item} ${tag} `}
    <button type="button" class="quiet" data-key=${`give-${player.id}-${item}-${tag}`} onclick=${giveBack}>Give back</button>
  </li>`;
}
