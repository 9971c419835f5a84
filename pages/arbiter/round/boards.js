// The boards of the round, row by row.

import { html, useEffect, useMemo, useRef, useSignal, useSignalEffect } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { BoardRow } from "./board-row.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("./round-view.js").RoundView} RoundView */

const COLUMNS = ["Board", "White", "Result", "Black", "State", "Last move", "Clocks"];
const SECOND_MS = 1000;

/** @param {{ store: Store, view: RoundView, actions: import("./board-row.js").RowActions }} props */
export function Boards({ store, view, actions }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const time = useHallTime(store);
  const visible = new Set(view.visible.value);
  const correctable = store.get("round")?.correctable ?? false;
  useSignalEffect(() => {
    const game = view.sought.value;
    if (game === null) return;
    const rows = place.current?.querySelectorAll("tr") ?? [];
    [...rows].find((row) => row.dataset.game === game)?.scrollIntoView({ block: "nearest" });
    view.sought.value = null;
  });
  useEffect(() => () => void (view.pointed.value = false), [view]);
  const enter = (/** @type {PointerEvent} */ event) => (view.pointed.value = event.pointerType === "mouse");
  const leave = () => (view.pointed.value = false);
  return html`<div ref=${place} onpointerenter=${enter} onpointerleave=${leave}>
    <${Table} class="boards" caption="The boards of the round" columns=${COLUMNS}>
      ${store.boards().map(
        (board) => html`<${BoardRow}
          key=${board.game}
          store=${store}
          game=${board.game}
          actions=${actions}
          time=${time}
          correctable=${correctable}
          missing=${view.missing(board)?.text}
          selected=${view.selected.value === board.game}
          hidden=${!visible.has(board.game)}
        />`,
      )}
    <//>
  </div>`;
}

/** The time of day in the hall; what reads it while drawing is drawn again each second. @param {Store} store */
function useHallTime(store) {
  const ticks = useSignal(0);
  useEffect(() => {
    const id = setInterval(() => (ticks.value += 1), SECOND_MS);
    return () => clearInterval(id);
  }, []);
  return useMemo(
    () => () => {
      void ticks.value;
      return store.hallTime();
    },
    [store],
  );
}
