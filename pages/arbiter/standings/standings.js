// Standings as they are now, proposals included; the printed sheet has official results alone.

import { html } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { actInStage } from "../looked-at.js";
import { showPrizes } from "./prizes.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Standings} Standings */

/** @param {{ store: Store }} props */
export function StandingsPage({ store }) {
  const table = store.get("standings");
  if (!table) {
    return html`<section class="standings">
      <p class="empty">There are no standings before the first round is paired.</p>
    </section>`;
  }
  return html`<section class="standings">
    <h2>${`Standings ${table.moment} `}${table.official && html`<span class="chip" data-state="confirmed">official</span>`}</h2>
    <p class="small">Counted with proposed results as well as official ones; the printed sheet has official results alone.</p>
    <${Actions} store=${store} table=${table} />
    <div class="scroll"><${Ranking} table=${table} /></div>
  </section>`;
}

/** @param {{ store: Store, table: Standings }} props */
function Actions({ store, table }) {
  const { tournament, stage } = store.get("selected") ?? { tournament: "", stage: "" };
  const after = table.after ? { after: String(table.after) } : undefined;
  const hasPrizes = store.get("tournaments")?.find((one) => one.id === tournament)?.has_prizes;
  const declare = () =>
    actInStage(store, "declare_standings", { round_no: table.after }, `The standings after round ${table.after} are official`);
  return html`<div class="actions">
    <a class="button" href=${`/print/standings?${new URLSearchParams({ tournament, stage, ...after })}`} target="_blank" rel="noopener">Print standings</a>
    ${hasPrizes && html`<button type="button" data-key="prizes" onclick=${() => showPrizes(store, tournament)}>Prizes</button>`}
    <label>After <${PickRound} store=${store} rounds=${table.rounds} /></label>
    ${table.declarable && html`<button type="button" data-key="declare" disabled=${!store.get("me")?.may_confirm} onclick=${declare}>
      Declare them official
    </button>`}
  </div>`;
}

/** Standings after an earlier round; the empty text stands for the newest. @param {{ store: Store, rounds: number[] }} props */
function PickRound({ store, rounds }) {
  const chosen = store.selection.value.after ?? "";
  const choose = (/** @type {Event} */ event) =>
    store.select({ ...store.selection.peek(), after: /** @type {HTMLSelectElement} */ (event.target).value });
  return html`<select aria-label="Standings after" value=${chosen} onchange=${choose}>
    <option value="" selected=${chosen === ""}>the newest</option>
    ${rounds.map((round) => html`<option key=${round} value=${String(round)} selected=${chosen === String(round)}>round ${round}</option>`)}
  </select>`;
}

/** @param {{ table: Standings }} props */
function Ranking({ table }) {
  const columns = [
    ["Rank", "number"],
    ["No.", "number wide"],
    "Name",
    ["Fed", "wide"],
    ["Rating", "number wide"],
    ["Points", "number"],
    ...table.codes.map((code) => [code, "number"]),
  ];
  return html`<${Table} class="standings-table" columns=${columns}>
    ${table.rows.map((row, index) => {
      const shares = index > 0 && table.rows[index - 1].rank === row.rank;
      return html`<${Row} key=${row.number || row.name} row=${row} rank=${shares ? "" : row.rank} />`;
    })}
  <//>`;
}

/** @param {{ row: import("../state.js").StandingsRow, rank: number | "" }} props */
function Row({ row, rank }) {
  return html`<tr>
    <td class="number">${rank}</td>
    <td class="number small wide">${row.number}</td>
    <td>${row.name}</td>
    <td class="wide">${row.federation}</td>
    <td class="number wide">${row.rating || ""}</td>
    <td class="number"><strong>${row.points}</strong></td>
    ${row.tiebreaks.map((value) => html`<td class="number">${value}</td>`)}
  </tr>`;
}
