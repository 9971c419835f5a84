// A player with all that an arbiter knows them by.

import { html } from "../base/html.js";

/** @type {Record<string, string>} */
export const BYES = {
  "pairing-bye": "pairing-allocated bye",
  "full-bye": "full-point bye",
  "half-bye": "half-point bye",
  "zero-bye": "does not play",
};

/** @param {{ player: import("./state.js").Person }} props */
export function Person({ player }) {
  const more = [player.rating || "unrated", player.points === "" ? null : `${player.points} pt before`];
  return html`<span class="person">
    ${player.number ? html`<span class="tpn" title="pairing number">${`${player.number} `}</span>` : null}
    ${player.title ? html`<abbr class="title">${player.title}</abbr>${" "}` : null}
    <span class="name">${player.name}</span>
    <span class="small">${more.filter(Boolean).join(" · ")}</span>
  </span>`;
}
