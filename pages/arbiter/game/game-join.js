// A board that fits no line: its record may begin with what stands on it.

import { html, useSignal } from "../../base/html.js";
import { toast } from "../../base/toast.js";
import { useTyped } from "../../base/typed.js";
import { LookAtBoard, fetchDiagrams } from "./diagrams.js";

/** Whether the board is one whose record has to begin anew. @param {import("../state.js").Board} board */
export function isLost(board) {
  return board.live && board.state === "unclear" && !board.claims.length;
}

/** @param {{ work: import("./game-work.js").GameWork }} props */
export function Join({ work }) {
  const side = useSignal("");
  const number = useTyped("1");
  const reason = useTyped("");
  const chosen = (/** @type {Event} */ event) => {
    side.value = /** @type {HTMLSelectElement} */ (event.target).value;
  };
  return html`<div class="box join">
    <h3>The board fits no line</h3>
    <p>If the moves are known, write the moves so far below: the board goes on from there. If they are not, its record can begin with what stands on it, so that at least the moves from now on are shown.</p>
    <${LookAtBoard} game=${work.game} />
    <label class="stack">
      Who is to move?
      <select value=${side.value} onchange=${chosen}>
        <option value="">choose …</option>
        <option value="w">White</option>
        <option value="b">Black</option>
      </select>
    </label>
    <label class="stack">
      Number of the next move, if it is known
      <input type="number" min="1" max="300" value=${number.value} oninput=${number.oninput} />
    </label>
    <label class="stack">
      Reason (kept with the decision)
      <input maxlength="500" placeholder="for example: the board was switched on late" value=${reason.value} oninput=${reason.oninput} />
    </label>
    <button type="button" onclick=${() => adopt(work, side.value, Number(number.value) || 1, reason.value)}>Begin with what stands</button>
  </div>`;
}

/** @param {import("./game-work.js").GameWork} work @param {string} side @param {number} moveNo @param {string} reason */
async function adopt(work, side, moveNo, reason) {
  if (!side) {
    toast("Say first who is to move.", { problem: true });
    return;
  }
  const seen = (await fetchDiagrams(work.game))?.seen;
  if (!seen) {
    toast("What stands on the board is not known: check its cable.", { problem: true });
    return;
  }
  const fields = { placement: placement(seen), white_to_move: side === "w", move_no: moveNo, reason };
  await work.act("adopt_position", fields, "the record begins with what stands on the board");
}

/** 64 squares, a1 … h8, as the first field of a FEN. @param {string} squares */
export function placement(squares) {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    squares.slice(8 * rank, 8 * rank + 8).replace(/\.+/g, (empty) => String(empty.length)),
  );
  return ranks.join("/");
}
