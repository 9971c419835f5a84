// How the stages of a tournament hang together: a picture that the server draws.

import { html, useLayoutEffect, useRef } from "../base/html.js";
import { at } from "./server.js";

const AGAIN_MS = 10_000;
/** @type {Map<string, { picture?: Node, at: number }>} */
const known = new Map();

/** A place for the picture; it stays empty where there is one stage. @param {{ tournament: import("./tournament.js").Tournament }} props */
export function StagesPicture({ tournament }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const standings = tournament.standings.value; // with them the picture may have changed
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const kept = known.get(tournament.id);
    element.replaceChildren(...(kept?.picture ? [kept.picture] : []));
    if (!kept || Date.now() - kept.at > AGAIN_MS) load(tournament.id, element);
  }, [tournament, standings]);
  return html`<div class="scroll stages-picture" ref=${place}></div>`;
}

/** @param {string} tournament @param {HTMLElement} place */
async function load(tournament, place) {
  known.set(tournament, { ...known.get(tournament), at: Date.now() });
  const answer = await fetch(at(`/stages/${encodeURIComponent(tournament)}.svg`)).catch(() => null);
  const text = answer?.status === 200 ? await answer.text() : "";
  if (!text) return;
  // As nodes and not as an image its words are there for ears as well.
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const picture = document.importNode(drawn, true);
  known.set(tournament, { picture, at: Date.now() });
  place.replaceChildren(picture);
}
