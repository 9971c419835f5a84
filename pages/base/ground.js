// The large board: chessground inside a component. What stands on it is given, never asked.

import { Chessground } from "../vendor/chessground/chessground.min.js";
import { html, useLayoutEffect, useRef } from "./html.js";
import { toMove } from "./position.js";

const SLIDE_MS = 180;

/**
 * @param {object} props
 * @param {string} props.fen
 * @param {string} props.uci the move that led there; empty at the start
 * @param {string} props.san the same as it is written
 * @param {boolean} props.flipped
 * @param {string} props.label the position in words, for ears
 */
export function Ground({ fen, uci, san, flipped, label }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const ground = useRef(/** @type {ReturnType<typeof Chessground> | null} */ (null));
  useLayoutEffect(() => {
    if (!place.current) return;
    ground.current ??= Chessground(place.current, {
      fen,
      viewOnly: true,
      coordinates: true,
      disableContextMenu: false,
      animation: { enabled: !matchMedia("(prefers-reduced-motion)").matches, duration: SLIDE_MS },
      drawable: { enabled: false, visible: false },
    });
    ground.current.set({
      fen,
      orientation: flipped ? "black" : "white",
      turnColor: toMove(fen),
      check: /[+#]$/.test(san),
      lastMove: /** @type {any} */ (uci ? [uci.slice(0, 2), uci.slice(2, 4)] : []),
    });
  }, [fen, uci, san, flipped]);
  useLayoutEffect(() => () => ground.current?.destroy(), []);
  return html`<div class="ground" role="img" aria-label=${label} ref=${place}></div>`;
}
