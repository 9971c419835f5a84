// The moves of a game as a list, and the buttons to go through them.

import { html, useLayoutEffect, useRef } from "../base/html.js";
import { moveNumber, toMove } from "../base/position.js";
import { capital } from "../base/text.js";
import { clockText } from "../base/times.js";
import { markSign, markWords } from "./words.js";

/** @typedef {import("./messages.js").WireMove} WireMove */
/** @typedef {(ply: number | null) => void} Seek to a half-move; null to the end, to follow the game */

/**
 * @param {object} props
 * @param {WireMove[]} props.moves
 * @param {number} props.ply the one that stands on the board
 * @param {boolean} props.known whether the line has come
 * @param {Seek} props.seek
 */
export function Moves({ moves, ply, known, seek }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (list.current) keepInView(list.current);
  }, [ply, moves.length]);
  return html`<ol class=${known && !moves.length ? "moves none" : "moves"} aria-label="Moves" ref=${list}>
    ${rowsOf(moves).map((row) => html`<${Row} key=${row.first} ...${row} ply=${ply} seek=${seek} />`)}
  </ol>`;
}

/** @param {HTMLElement} list the offset parent of its moves */
function keepInView(list) {
  /** @type {HTMLElement | null} */
  const chosen = list.querySelector("[aria-current]");
  const top = chosen?.offsetTop ?? 0;
  if (!chosen) list.scrollTop = 0;
  else if (top < list.scrollTop || top + chosen.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

/**
 * The rows of the list: number, White's move, Black's move; a line may begin with Black's.
 *
 * @param {WireMove[]} moves
 * @returns {{ first: number, number: string, gap: boolean, pair: WireMove[] }[]} `first` is a ply
 */
export function rowsOf(moves) {
  const rows = [];
  for (let at = 0; at < moves.length; ) {
    const gap = toMove(moves[at].fen) === "white";
    const pair = moves.slice(at, at + (gap ? 1 : 2));
    rows.push({ first: at + 1, number: moveNumber(moves[at].fen).replace("…", "."), gap, pair });
    at += pair.length;
  }
  return rows;
}

/** @param {ReturnType<typeof rowsOf>[number] & { ply: number, seek: Seek }} props */
function Row({ first, number, gap, pair, ply, seek }) {
  return html`<li>
    <span class="number">${number}</span>
    ${gap && html`<span class="gap">…</span>`}
    ${pair.map((move, at) => html`<${Move} key=${at} move=${move} ply=${first + at} current=${first + at === ply} seek=${seek} />`)}
  </li>`;
}

/** @param {{ move: WireMove, ply: number, current: boolean, seek: Seek }} props */
function Move({ move, ply, current, seek }) {
  const words = markWords(move);
  const sign = markSign(move);
  const clock = move.clock ?? null;
  return html`<button
    type="button"
    data-ply=${ply}
    class=${(move.marks ?? []).join(" ") || null}
    title=${words ? capital(words) : null}
    aria-current=${current ? "true" : null}
    onclick=${() => seek(ply)}
  >
    <span class="san">${move.san}${sign && html`<span class="sign" aria-hidden="true">${sign}</span>`}</span>
    ${words && html`<span class="unseen">${`, ${words}, `}</span>`}
    ${clock !== null && html`<span class="time">${clockText(clock)}</span>`}
  </button>`;
}

/**
 * @param {object} props
 * @param {(by: number) => void} props.step
 * @param {Seek} props.seek
 * @param {() => void} props.flip
 * @param {boolean} props.following
 * @param {boolean} props.playing
 */
export function Buttons({ step, seek, flip, following, playing }) {
  const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ action) =>
    html`<button type="button" aria-label=${label} title=${label} onclick=${action}>${text}</button>`;
  return html`<div class="buttons" role="group" aria-label="Replay">
    ${button("First position (Home)", "«", () => seek(0))}
    ${button("One move back (←)", "‹", () => step(-1))}
    ${button("One move on (→)", "›", () => step(1))}
    ${button("Last move (End)", "»", () => seek(null))}
    ${button("Turn the board (F)", "⇅", flip)}
    <button type="button" class="to-live" hidden=${following} onclick=${() => seek(null)}>
      ${playing ? "Back to live" : "To the last move"}
    </button>
  </div>`;
}

/** What a side had left at a ply: after its last move up to there. @param {WireMove[]} moves @param {number} ply @param {"white" | "black"} side */
export function clockAt(moves, ply, side) {
  for (let at = ply - 1; at >= 0; at -= 1) {
    const mover = toMove(moves[at].fen) === "white" ? "black" : "white";
    const clock = moves[at].clock ?? null;
    if (mover === side && clock !== null) return clock;
  }
  return null;
}
