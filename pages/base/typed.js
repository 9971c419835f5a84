// What somebody is typing, kept while the state around it goes on changing.

import { useSignal } from "./html.js";

/**
 * A field's text: the state's until somebody types, then theirs until `reset`.
 *
 * @param {string} now what the state says
 * @returns {{ value: string, changed: boolean, oninput: (event: Event) => void, reset: () => void }}
 */
export function useTyped(now) {
  const typed = useSignal(/** @type {string | null} */ (null));
  return {
    value: typed.value ?? now,
    changed: typed.value !== null && typed.value !== now,
    oninput: (event) => {
      typed.value = /** @type {HTMLInputElement} */ (event.target).value;
    },
    reset: () => {
      typed.value = null;
    },
  };
}
