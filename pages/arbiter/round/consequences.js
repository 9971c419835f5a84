// What another result would change; nobody has to wait until it has been counted.

import { html, useEffect, useSignal } from "../../base/html.js";

/** @typedef {{ sentences?: string[], refused?: string }} Counted */

/** @param {{ game: string, code: string }} props */
export function Consequences({ game, code }) {
  const counted = useSignal(/** @type {Counted | null} */ (null));
  useEffect(() => {
    let ended = false;
    count(game, code).then((found) => {
      if (!ended) counted.value = found;
    });
    return () => {
      ended = true;
    };
  }, [game, code]);
  return html`<div class="small consequences">${told(counted.value)}</div>`;
}

/** @param {string} game @param {string} code @returns {Promise<Counted>} */
async function count(game, code) {
  try {
    const answer = await fetch(`/api/consequences?${new URLSearchParams({ game, result: code })}`);
    return await answer.json();
  } catch {
    return { refused: "What this changes could not be counted." };
  }
}

/** @param {Counted | null} counted */
function told(counted) {
  if (!counted) return "Counting what this changes …";
  const { refused, sentences = [] } = counted;
  if (refused) return refused;
  if (!sentences.length) return "It changes no points, ranks or pairings.";
  return html`It changes:<ul>${sentences.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`;
}
