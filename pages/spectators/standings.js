// The tables of standings that there are.

import { html } from "../base/html.js";
import { pointsText } from "../base/results.js";
import { Table } from "../base/table.js";
import { capital } from "../base/text.js";
import { PlayerCell } from "./players.js";
import { StagesPicture } from "./stages.js";

/** @typedef {import("./tournament.js").Tournament} Tournament */
/** @typedef {import("./messages.js").WireTable} WireTable */
/** @typedef {import("./messages.js").WireRow} WireRow */

/** @type {import("../base/table.js").Column[]} */
const COLUMNS = [["#", "num"], "Player", ["Fed", "wide"], ["Rating", "num wide"], ["Points", "num"]];

/** @param {{ tournament: Tournament }} props */
export function Standings({ tournament }) {
  const tables = tournament.standings.value;
  return html`<section class="tables" aria-label="Standings">
    ${tables.length ? null : html`<p class="empty">Standings follow with the first result.</p>`}
    ${tables.map((table) => html`<${StageTable} key=${`${table.stage} ${table.round}`} tournament=${tournament} table=${table} />`)}
    <${StagesPicture} tournament=${tournament} />
  </section>`;
}

/** @param {{ tournament: Tournament, table: WireTable }} props */
function StageTable({ tournament, table }) {
  const stage = tournament.stages.length > 1 && tournament.stages.find((each) => each.id === table.stage);
  const title = stage ? `${stage.name}, ${table.moment}` : capital(table.moment);
  const standing = table.official ? "official" : table.complete ? "not official yet" : "live";
  const codes = table.codes.map((code) => [code, "num wide"]);
  return html`
    <h3>${title}<span class="tag">${standing}</span></h3>
    <div class="scroll"><${Table} columns=${[...COLUMNS, ...codes]}>
      ${table.rows.map(
        (row, at) => html`<${Row} key=${row.player} tournament=${tournament} codes=${table.codes} row=${row} again=${at > 0 && table.rows[at - 1].rank === row.rank} />`,
      )}
    <//></div>`;
}

/**
 * @param {object} props
 * @param {Tournament} props.tournament
 * @param {string[]} props.codes
 * @param {WireRow} props.row
 * @param {boolean} props.again of the same rank as the row above
 */
function Row({ tournament, codes, row, again }) {
  const player = { ...(tournament.player(row.player) ?? row), rating: 0 };
  return html`<tr>
    <td class=${again ? "num again" : "num"}>${row.rank}</td>
    <${PlayerCell} player=${player} class="left"><span class="below">${belowText(codes, row)}</span><//>
    <td class="wide">${row.federation}</td>
    <td class="num wide">${row.rating || ""}</td>
    <td class="num points">${pointsText(row.points)}</td>
    ${row.tiebreaks.map((value, at) => html`<td key=${codes[at]} class="num wide">${value}</td>`)}
  </tr>`;
}

/** What a phone shows below a name instead of columns: `NOR 2839 · BH 12.5 · SB 21.25`. @param {string[]} codes @param {WireRow} row */
function belowText(codes, row) {
  const who = [row.federation, row.rating || ""].filter(Boolean).join(" ");
  const values = row.tiebreaks.map((value, at) => `${codes[at]} ${value}`);
  return [who, ...values]
    .filter(Boolean)
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join("\u00a0· ");
}
