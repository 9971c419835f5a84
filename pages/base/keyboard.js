// Keys that act on a page: never while somebody types, and never behind a dialog.

import { useEffect, useRef } from "./html.js";

/**
 * What each key does. An action that returns false did not want the key, which then does
 * what it does anyway.
 *
 * @typedef {Record<string, (event: KeyboardEvent) => void | boolean>} Keys
 */

/** Whether a key is meant for the page and not for a field, a dialog or the browser. @param {KeyboardEvent} event */
function isForThePage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const target = event.target;
  return !(target instanceof Element && target.closest("input, select, textarea"));
}

/** Do what a key stands for. @param {Keys} keys @param {KeyboardEvent} event */
export function press(keys, event) {
  const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
  if (!action || !isForThePage(event)) return;
  if (action(event) !== false) event.preventDefault();
}

/** The keys of a component, as long as it is on the page. @param {Keys} keys */
export function useKeys(keys) {
  const newest = useRef(keys);
  newest.current = keys;
  useEffect(() => {
    const listen = (/** @type {KeyboardEvent} */ event) => press(newest.current, event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
