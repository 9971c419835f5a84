// A clock that runs: it alone is drawn again as time goes on.

import { html, useComputed } from "../base/html.js";
import { score } from "../base/results.js";
import { clockText, secondsLeft } from "../base/times.js";

const LOW_S = 60;

/** @typedef {"white" | "black"} Side */

/**
 * What a side of a game has left, or of the result where no clock is known.
 *
 * @param {object} props
 * @param {import("./tournament.js").GameSignal} props.game
 * @param {Side} props.side
 * @param {import("../base/times.js").ShownTime} props.time
 */
export function GridClock({ game, side, time }) {
  const text = useComputed(() => {
    const { clock, result } = game.value;
    const points = result ? score(result, side) : "";
    const running = clock?.running === side;
    const seconds = secondsLeft(clock, side, running ? time.shown.value : 0);
    return { text: seconds === null ? points : clockText(seconds), look: look(seconds, running, Boolean(points)) };
  });
  const shown = useComputed(() => text.value.text);
  const style = useComputed(() => text.value.look);
  return html`<span class=${style}>${shown}</span>`;
}

/** A clock with the time it is given. @param {{ seconds: number | null, running: boolean }} props */
export function Clock({ seconds, running }) {
  return html`<span class=${look(seconds, running, false)}>${clockText(seconds)}</span>`;
}

/** @param {number | null} seconds @param {boolean} running @param {boolean} over */
function look(seconds, running, over) {
  const low = seconds !== null && seconds < LOW_S && !over;
  return `clock${running && !over ? " running" : ""}${low ? " low" : ""}`;
}
