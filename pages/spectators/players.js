// A player in a table's cell.

import { html } from "../base/html.js";

/** @typedef {{ title?: string, name: string, rating?: number }} Named */

/**
 * @param {object} props
 * @param {Named | undefined} props.player
 * @param {string} props.class
 * @param {string} [props.role]
 * @param {import("../base/html.js").Children} [props.children] what stands below the name
 */
export function PlayerCell({ player, class: class_, role, children }) {
  return html`<td class=${class_} role=${role}>
    ${player?.title && html`<span class="title">${player.title}</span>${" "}`}
    <span class="name">${player?.name ?? "?"}</span>
    ${player?.rating ? html`${" "}<span class="rating">${player.rating}</span>` : null}
    ${children}
  </td>`;
}
