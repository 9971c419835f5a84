// What a page is written with: templates, components, state. A page names no library itself.

import { h } from "../vendor/preact/preact.js";
import htm from "../vendor/preact/htm.js";

export { Fragment, render } from "../vendor/preact/preact.js";
export { useEffect, useLayoutEffect, useMemo, useRef } from "../vendor/preact/hooks.js";
export {
  batch,
  computed,
  effect,
  signal,
  untracked,
  useComputed,
  useSignal,
  useSignalEffect,
} from "../vendor/preact/signals.js";

/** @typedef {import("preact").ComponentChildren} Children */
/** @typedef {import("preact").VNode<any>} View */

/**
 * A template: html`<p class="x">${text}</p>`. Text goes in as text, whatever a player is called.
 *
 * @type {(strings: TemplateStringsArray, ...values: any[]) => View}
 */
export const html = /** @type {any} */ (htm.bind(h));
