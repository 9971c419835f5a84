// How the stages of a tournament hang together: a picture that the server draws.

import { el } from "./dom.js";

const AGAIN_MS = 10_000;
const known = new Map();

/** A place for the picture of a tournament; it stays empty where there is one stage. */
export function stagesPicture(tournament, query) {
  const place = el("div", { class: "scroll stages-picture" });
  const kept = known.get(tournament);
  if (kept?.picture) place.append(kept.picture);
  if (!kept || Date.now() - kept.at > AGAIN_MS) load(tournament, query, place);
  return place;
}

async function load(tournament, query, place) {
  known.set(tournament, { ...known.get(tournament), at: Date.now() });
  const answer = await fetch(`/stages/${encodeURIComponent(tournament)}.svg${query}`).catch(() => null);
  const text = answer?.status === 200 ? await answer.text() : "";
  if (!text) return;
  // As nodes and not as an image its words are there for ears as well.
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const picture = document.importNode(drawn, true);
  known.set(tournament, { picture, at: Date.now() });
  place.replaceChildren(picture);
}
