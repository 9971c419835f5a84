// Boards that should be there, and ports that are of no use: whoever set the hall up must see it.

import { html } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { timeText } from "../../base/times.js";

const ANY_PORT = "any port";

/** @typedef {import("../state.js").Port} Port */

/** @param {{ ports: Port[] }} props */
export function MissingBoards({ ports }) {
  return html`<div id="missing-boards">
    ${ports.length > 0 && html`
      <h2>Configured and not there</h2>
      <${Table} class="devices missing" columns=${["Board", "Port", "What is wrong"]}>
        ${ports.map((one) => html`<${Row} key=${`${one.port} ${one.board} ${one.device}`} missing=${one} />`)}
      <//>`}
  </div>`;
}

/** @param {{ missing: Port }} props */
function Row({ missing: { port, board, device, since, tried, text } }) {
  const often = tried ? `, tried ${tried} ${tried === 1 ? "time" : "times"}` : "";
  return html`<tr data-port=${port}>
    <td>
      ${board === null ? "not configured" : html`<strong>Board ${board}</strong>`}
      ${device && html`<span class="small block">serial number ${device}</span>`}
    </td>
    <td class="small">${port || ANY_PORT}</td>
    <td>
      <span class="chip" data-state="offline">offline</span>
      ${since && html`<span class="small">${` since ${timeText(since)}${often}`}</span>`}
      <span class="conflict-text block">${text}</span>
    </td>
  </tr>`;
}
