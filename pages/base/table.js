// Tables with a head; what stands in the rows is their page's.

import { html } from "./html.js";

/**
 * @typedef {string | [text: string, class_: string]} Column
 */

/**
 * @param {object} props
 * @param {Column[]} props.columns
 * @param {string} [props.class]
 * @param {string} [props.caption] for ears; not shown
 * @param {boolean} [props.roles] say the roles, for a table that a phone lays out as something else
 * @param {import("./html.js").Children} props.children the rows
 */
export function Table({ columns, class: class_, caption, roles = false, children }) {
  const role = (/** @type {string} */ name) => (roles ? name : undefined);
  const head = columns.map((column) => {
    const [text, name] = typeof column === "string" ? [column, undefined] : column;
    return html`<th scope="col" class=${name || undefined} role=${role("columnheader")}>${text}</th>`;
  });
  return html`<table class=${class_} role=${role("table")}>
    ${caption && html`<caption class="hidden">${caption}</caption>`}
    <thead role=${role("rowgroup")}><tr role=${role("row")}>${head}</tr></thead>
    <tbody role=${role("rowgroup")}>${children}</tbody>
  </table>`;
}
