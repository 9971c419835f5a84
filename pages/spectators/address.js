// What is shown follows from the address: #t=open&r=main.2&v=boards&g=…&ply=…

import { signal } from "../base/html.js";

/**
 * @typedef {object} Address
 * @property {string} t tournament
 * @property {string} r round, `stage.number`
 * @property {string} v view: boards, pairings, standings
 * @property {string} g game
 * @property {string} ply half-moves; empty for the end
 */

/** @typedef {{ [Name in keyof Address]?: string | number | null }} Change */

const USUAL_VIEW = "boards";

/** @returns {Address} */
function read() {
  const { t, r, v, g, ply } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const place = decodeURIComponent(location.pathname.match(/^\/t\/([^/]+)/)?.[1] ?? "");
  return { t: t ?? place, r: r ?? "", v: v ?? USUAL_VIEW, g: g ?? "", ply: ply ?? "" };
}

/** The address that is open. */
export const address = signal(read());
addEventListener("hashchange", () => (address.value = read()));

/** The way to what differs from what is open by `change`. @param {Change} change */
export function link(change) {
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...address.value, ...change })) {
    const usual = name === "v" && value === USUAL_VIEW;
    if (value !== null && value !== "" && !usual) wanted.set(name, String(value));
  }
  return `#${wanted}`;
}

/** Show something else without a step in the browser's history. @param {Change} change */
export function replace(change) {
  history.replaceState(null, "", link(change));
  address.value = read();
}
