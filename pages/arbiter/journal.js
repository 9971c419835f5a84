// The journal: who did what, and what the boards said. Nothing in it is ever changed.

import { html, useEffect, useSignal } from "../base/html.js";
import { Table } from "../base/table.js";
import { words } from "../base/text.js";
import { timeText } from "../base/times.js";

const QUIET_MS = 1500; // a busy hall must not make the page ask all the time

/**
 * @typedef {object} Line
 * @property {number} seq
 * @property {string} at
 * @property {string} actor
 * @property {string} role
 * @property {string} text
 * @property {string} reason
 * @property {string[]} because
 */

/** @param {{ store: import("./store.js").Store }} props */
export function JournalPage({ store }) {
  const lines = useSignal(/** @type {Line[] | null} */ (null));
  const tournament = store.get("selected")?.tournament ?? "";
  useEffect(() => keepLoaded(store, tournament, (found) => (lines.value = found)), [tournament]);
  return html`<section class="journal">
    <h2>Journal</h2>
    <p class="small">The newest first. Nothing is ever edited: a later line corrects an earlier one.</p>
    <div>
      ${lines.value && html`<${Table} class="journal-table" columns=${["No.", "Time", "What", "Who"]}>
        ${lines.value.map((line) => html`<${Row} key=${line.seq} line=${line} />`)}
      <//>`}
    </div>
  </section>`;
}

/** @param {{ line: Line }} props */
function Row({ line }) {
  const reason = line.text.includes(line.reason) ? "" : line.reason;
  return html`<tr>
    <td class="number small">${line.seq}</td>
    <td class="small">${timeText(line.at)}</td>
    <td class="what">
      ${line.text}
      ${reason && html`<span class="small block">${reason}</span>`}
      ${line.because.map((text) => html`<span class="small block">because: ${text}</span>`)}
    </td>
    <td class="small by-whom">${line.actor} (${words(line.role)})</td>
  </tr>`;
}

/**
 * Load the lines now, and again when there is news; returns what ends it.
 *
 * @param {import("./store.js").Store} store
 * @param {string} tournament
 * @param {(lines: Line[]) => void} found
 */
function keepLoaded(store, tournament, found) {
  let ended = false;
  let waiting = false;
  const load = async () => {
    const lines = await fetchLines(tournament);
    if (lines && !ended) found(lines);
  };
  const forget = store.onChange(() => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      if (!ended) load();
    }, QUIET_MS);
  });
  load();
  return () => {
    ended = true;
    forget();
  };
}

/** @param {string} tournament @returns {Promise<Line[] | null>} */
async function fetchLines(tournament) {
  const query = tournament ? `?${new URLSearchParams({ tournament })}` : "";
  try {
    const answer = await fetch(`/api/journal${query}`, { cache: "no-store" });
    return answer.ok ? (await answer.json()).lines : null;
  } catch {
    return null; // the header says that the program does not answer
  }
}
