// The results on which all who spoke agree, confirmed together after their list was shown.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { toast } from "../../base/toast.js";
import { sayingRefusals, send } from "../commands.js";
import { shown } from "./result-codes.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Board} Board */

/** @param {Store} store */
export async function confirmAgreeing(store) {
  const boards = store.boards();
  const list = (store.get("round")?.agreeing ?? []).flatMap(([game, code]) =>
    boards.filter((board) => board.game === game).map((board) => ({ board, code })),
  );
  const chosen = await ask({
    title: `Confirm ${resultsText(list.length)}?`,
    body: html`
      <p>All who spoke agree on these. Boards with a conflict or a doubt are not among them.</p>
      <table class="list"><tbody>
        ${list.map(({ board, code }) => html`<${Agreed} key=${board.game} board=${board} code=${code} />`)}
      </tbody></table>`,
    actions: [{ value: "all", label: `Confirm ${list.length}`, class: "primary" }],
  });
  if (!chosen) return;
  const results = list.map(({ board, code }) => [board.game, code]);
  await sayingRefusals(async () => {
    const confirmed = await send(store, "confirm_agreeing", { results }); // some may be left for a ruling
    toast(`${resultsText(confirmed.length)} confirmed`);
  });
}

/** @param {number} count */
function resultsText(count) {
  return `${count} ${count === 1 ? "result" : "results"}`;
}

/** @param {{ board: Board, code: string }} props */
function Agreed({ board, code }) {
  return html`<tr>
    <td class="number">${board.board}</td>
    <td>${board.white.name}</td>
    <td class="result">${shown(code)}</td>
    <td>${board.black.name}</td>
    <td class="small">
      ${board.reasons[0]}
      ${board.unsure && html`<span class="conflict-text block">${`moves not certain: ${board.unsure}`}</span>`}
    </td>
  </tr>`;
}
