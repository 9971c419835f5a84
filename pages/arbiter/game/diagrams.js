// Two small boards for somebody who has to look: what the sensors see, and where the record leads.

import { Diagram } from "../../base/diagram.js";
import { html, useEffect, useSignal } from "../../base/html.js";

/**
 * @typedef {object} Diagrams
 * @property {string | null} seen 64 characters, a1 … h8; null where nothing is known
 * @property {string} when of what time it is, in words
 * @property {string} line
 * @property {string} after the record's last move, empty before the first
 * @property {string[]} differences
 * @property {string} text the same in words
 */

/** @param {{ game: string }} props */
export function LookAtBoard({ game }) {
  const found = useSignal(/** @type {Diagrams | null} */ (null));
  useEffect(() => {
    let ended = false;
    fetchDiagrams(game).then((diagrams) => {
      if (!ended) found.value = diagrams;
    });
    return () => {
      ended = true;
    };
  }, [game]);
  return html`<div class="diagrams">${found.value?.seen && html`<${Both} found=${found.value} />`}</div>`;
}

/** @param {{ found: Diagrams }} props */
function Both({ found }) {
  const record = found.after ? `The game's record, after ${found.after}` : "The game's record: the start";
  return html`
    <${Diagram} squares=${found.seen} marked=${found.differences} title=${`What the sensors see: ${found.when}`} />
    <${Diagram} squares=${found.line} marked=${found.differences} title=${record} />
    <p class="small">${found.text}</p>`;
}

/** Null where it cannot be known: the words beside it say what is to be known. @param {string} game @returns {Promise<Diagrams | null>} */
export async function fetchDiagrams(game) {
  try {
    const answer = await fetch(`/api/diagrams?${new URLSearchParams({ game })}`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
