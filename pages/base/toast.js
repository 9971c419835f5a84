// Short messages at the edge of the page.

import { effect, html, signal } from "./html.js";

const STAYS_MS = 8000;
const MOST = 2; // more would lie over the rows that are worked on

/**
 * @typedef {object} Toast
 * @property {string} text
 * @property {boolean} problem
 * @property {(() => void) | null} undo
 * @property {string | null} about
 */

/** @type {import("../vendor/preact/signals.js").Signal<Toast[]>} */
const shown = signal([]);
/** @type {WeakMap<Toast, () => void>} */
const watches = new WeakMap();

/**
 * Say something. A problem stays until it is dismissed; else it goes by itself.
 *
 * @param {string} text
 * @param {object} [options]
 * @param {boolean} [options.problem]
 * @param {(() => void) | null} [options.undo] takes back what was done
 * @param {string | null} [options.about] what it is about: a newer message on the same takes its place
 * @param {(() => boolean) | null} [options.holds] whether what it says is still so, told from
 *   signals; once it was and is no longer, the message goes
 */
export function toast(text, { problem = false, undo = null, about = null, holds = null } = {}) {
  const item = { text, problem, undo, about };
  const others = shown.peek().filter((other) => about === null || other.about !== about);
  keep([...others, item].slice(-MOST));
  if (holds) watch(item, holds);
  if (!problem) setTimeout(() => dismiss(item), STAYS_MS);
}

/** @param {Toast} item @param {() => boolean} holds */
function watch(item, holds) {
  let held = false;
  const stop = effect(() => {
    if (holds()) held = true;
    else if (held) dismiss(item);
  });
  watches.set(item, stop);
}

/** @param {Toast} item */
function dismiss(item) {
  keep(shown.peek().filter((other) => other !== item));
}

/** @param {Toast[]} items */
function keep(items) {
  for (const item of shown.peek()) if (!items.includes(item)) watches.get(item)?.();
  shown.value = items;
}

/** The place where messages appear; a page has one. */
export function Toasts() {
  return html`<div id="toasts" aria-live="polite">
    ${shown.value.map((item) => html`<${Item} key=${item} item=${item} />`)}
  </div>`;
}

/** @param {{ item: Toast }} props */
function Item({ item }) {
  const undo = () => {
    dismiss(item);
    item.undo?.();
  };
  return html`<div class=${item.problem ? "toast problem" : "toast"} role=${item.problem ? "alert" : undefined} data-about=${item.about}>
    <span>${item.text}</span>
    ${item.undo && html`<button type="button" onclick=${undo}>Undo</button>`}
    <button type="button" class="quiet" aria-label="Dismiss" onclick=${() => dismiss(item)}>×</button>
  </div>`;
}
