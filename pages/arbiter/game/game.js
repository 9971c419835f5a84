// One game: why its moves are believed, which doubtful ones were played, what a scoresheet says.

import { Diagram } from "../../base/diagram.js";
import { html, useEffect } from "../../base/html.js";
import { capital } from "../../base/text.js";
import { timeText } from "../../base/times.js";
import { Join, isLost } from "./game-join.js";
import { Moves } from "./game-moves.js";
import { Evidence, Pair, StateChip } from "./game-parts.js";
import { Repair } from "./game-repair.js";
import { workOn } from "./game-work.js";

/** @typedef {import("./game-work.js").GameWork} GameWork */
/** @typedef {import("./game-work.js").Doubt} Doubt */
/** @typedef {import("./game-work.js").Line} Line */

/** @param {{ store: import("../store.js").Store, about: string }} props */
export function GamePage({ store, about }) {
  const work = workOn(store, about);
  const board = store.get(`board/${about}`);
  useEffect(() => work.keepLoaded(), [work]);
  return html`<section class="game-page">
    <div><${Head} board=${board} /></div>
    <div><${Doubts} work=${work} /></div>
    <${Moves} work=${work} />
    <h3>Result</h3>
    <div>${board && html`<${Evidence} board=${board} />`}</div>
    <div>${board && isLost(board) && html`<${Join} work=${work} />`}</div>
    <${Repair} work=${work} />
    <div><${Corrections} work=${work} /></div>
  </section>`;
}

/** @param {{ board: import("../state.js").Board | null }} props */
function Head({ board }) {
  const back = html`<a href="#round" class="button">← Round</a>`;
  if (!board) return html`<p class="empty">This game is not in the round that is chosen.</p>${back}`;
  return html`
    ${back}
    <h2>${`Board ${board.board} `}<${StateChip} board=${board} /></h2>
    <${Pair} board=${board} />
    ${board.reasons.map((text) => html`<p key=${text} class="small">${text}</p>`)}
    ${board.notes.map((text) => html`<p key=${text} class="note">${text}</p>`)}`;
}

/** The stretches for which the evidence allows several lines. @param {{ work: GameWork }} props */
function Doubts({ work }) {
  return (work.found.value?.doubts ?? []).map(
    (doubt) => html`<div key=${doubt.from_ply} class="box doubt">
      <h3>Which of these was played?</h3>
      <p>${`${capital(doubt.text)}. Ask the players, or look at a scoresheet.`}</p>
      <div class="lines">
        ${doubt.lines.map((line) => html`<${LineChoice} key=${line.moves.join(" ")} work=${work} doubt=${doubt} line=${line} />`)}
      </div>
    </div>`,
  );
}

/** @param {{ work: GameWork, doubt: Doubt, line: Line }} props */
function LineChoice({ work, doubt, line }) {
  const choose = () =>
    work.act("choose_line", { from_ply: doubt.from_ply, moves: line.moves }, "the moves are settled");
  return html`<div class="line">
    <p class="line-moves">${line.text}${line.now && html`<span class="chip">shown now</span>`}</p>
    <${Diagram} squares=${line.squares} title=${`After ${line.moves.length} half-moves`} />
    <button type="button" aria-label=${`This was played: ${line.text}`} onclick=${choose}>This was played</button>
  </div>`;
}

/** @param {{ work: GameWork }} props */
function Corrections({ work }) {
  const corrections = work.found.value?.corrections ?? [];
  if (!corrections.length) return null;
  return html`
    <h3>Corrections</h3>
    <ul class="claims">
      ${corrections.map(
        (one) => html`<li key=${`${one.at} ${one.text}`}>
          <strong>${one.text}</strong>${` ${timeText(one.at)}, ${one.by || "the board"}: ${one.reason}`}
        </li>`,
      )}
    </ul>`;
}
