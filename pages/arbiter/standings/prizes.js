// The prize list as it stands: why each amount, what is open, paper for it.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { toast } from "../../base/toast.js";
import { act } from "../commands.js";

/**
 * @typedef {object} Line
 * @property {number} place
 * @property {string} player
 * @property {string} name
 * @property {string} total
 * @property {{ why: string }[]} awards
 */

/** @typedef {{ text: string, draw_among: string[], stage: string | null }} Open */

/**
 * @typedef {object} PrizeList
 * @property {Line[]} lines
 * @property {Open[]} open
 * @property {string} currency
 * @property {string} summary
 * @property {boolean} still_played
 */

/** @param {import("../store.js").Store} store @param {string} tournament */
export async function showPrizes(store, tournament) {
  const list = await fetchList(tournament);
  if (!list) return;
  const lots = list.open.filter((one) => one.draw_among.length);
  const chosen = await ask({
    title: list.still_played || list.open.length ? "Prizes as things stand" : "Prizes",
    body: html`<p>${list.summary}</p><${Undecided} open=${list.open} /><${Lines} list=${list} />`,
    actions: [
      ...lots.map((_, index) => ({ value: `lot-${index}`, label: index ? `Draw lots (${index + 1})` : "Draw lots" })),
      { value: "print", label: "Print the list" },
      { value: "receipts", label: "Print receipts" },
    ],
  });
  if (!chosen?.value) return;
  if (chosen.value === "print" || chosen.value === "receipts") {
    const sheet = chosen.value === "print" ? "prizes" : "receipts";
    window.open(`/print/${sheet}?${new URLSearchParams({ tournament })}`, "_blank", "noopener");
    return;
  }
  const { stage, draw_among: players } = lots[Number(chosen.value.slice("lot-".length))];
  const lot = { tournament, stage, purpose: "prizes", players };
  const drawn = await act(store, "draw_lots", lot, "Lots are drawn and recorded with their seed");
  if (drawn) await showPrizes(store, tournament);
}

/** Null where the desk has none; it is said why. @param {string} tournament @returns {Promise<PrizeList | null>} */
async function fetchList(tournament) {
  const answer = await fetch(`/api/prizes?${new URLSearchParams({ tournament })}`);
  if (answer.ok) return await answer.json();
  toast(await answer.text(), { problem: true });
  return null;
}

/** @param {{ open: Open[] }} props */
function Undecided({ open }) {
  if (!open.length) return null;
  return html`<ul class="undecided">${open.map((one) => html`<li key=${one.text}>${one.text}</li>`)}</ul>`;
}

/** @param {{ list: PrizeList }} props */
function Lines({ list }) {
  const columns = [["Place", "number"], "Name", [list.currency, "number"], "Why"];
  return html`<div class="scroll"><${Table} columns=${columns}>
    ${list.lines.map(
      (line) => html`<tr key=${line.player}>
        <td class="number">${line.place}</td>
        <td>${line.name}</td>
        <td class="number">${line.total}</td>
        <td class="small">${line.awards.map((award) => award.why).join("; ")}</td>
      </tr>`,
    )}
  <//></div>`;
}
