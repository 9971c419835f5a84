// All boards of a round, and which of them are looked for.

import { html, signal, useEffect } from "../base/html.js";
import { matches } from "../base/text.js";
import { Card } from "./card.js";

/** @typedef {import("./tournament.js").Game} Game */
/** @typedef {import("./tournament.js").Tournament} Tournament */

const FILTERS = [
  ["all", "All"],
  ["playing", "Playing"],
  ["finished", "Finished"],
  ["waiting", "Not started"],
];
// They stay while another view is open.
const filter = signal("all");
const sought = signal("");

/**
 * @param {object} props
 * @param {import("./store.js").Store} props.store
 * @param {import("../base/times.js").ShownTime} props.time
 * @param {Tournament} props.tournament
 * @param {import("./tournament.js").Round | null} props.round
 */
export function Grid({ store, time, tournament, round }) {
  useEffect(() => {
    if (round) store.complete(tournament, round);
  }, [tournament, round]);
  const ids = (round?.pairings ?? []).flatMap((pairing) => pairing.games);
  const games = ids.map((id) => tournament.games.get(id)).filter((game) => game !== undefined);
  const fits = (/** @type {Game} */ game) => isSought(game, tournament);
  return html`<section class="boards" aria-label="Boards">
    <div class="bar"><${Chips} games=${games} /><${Search} /></div>
    <${Nothing} games=${games} fits=${fits} published=${round !== null} />
    <ul class="grid">
      ${games.map((game) => html`<${Card} key=${game.peek().id} tournament=${tournament} game=${game} time=${time} fits=${fits} />`)}
    </ul>
  </section>`;
}

/** @param {Game} game @param {Tournament} tournament */
function isSought(game, tournament) {
  if (filter.value !== "all" && game.state !== filter.value) return false;
  if (!sought.value) return true;
  const pairing = tournament.places.value.get(game.id)?.pairing;
  if (!pairing) return false;
  const names = [pairing.white, pairing.black].map((id) => tournament.player(id)?.name ?? "");
  return matches(sought.value, [...names, `board ${pairing.board}`].join(" "));
}

/** @param {{ games: import("./tournament.js").GameSignal[] }} props */
function Chips({ games }) {
  const count = (/** @type {string} */ state) =>
    state === "all" ? games.length : games.filter((game) => game.value.state === state).length;
  return html`<div class="chips" role="group" aria-label="Show boards">
    ${FILTERS.map(
      ([id, name]) => html`<button key=${id} type="button" aria-pressed=${String(id === filter.value)} onclick=${() => (filter.value = id)}>
        ${`${name} `}<span class="count">${count(id)}</span>
      </button>`,
    )}
  </div>`;
}

function Search() {
  const seek = (/** @type {Event} */ event) =>
    (sought.value = /** @type {HTMLInputElement} */ (event.target).value.trim());
  return html`<input type="search" placeholder="Player or board" aria-label="Find a player or a board"
    defaultValue=${sought.peek()} oninput=${seek} />`;
}

/**
 * Says why there is no board to see.
 *
 * @param {object} props
 * @param {import("./tournament.js").GameSignal[]} props.games
 * @param {(game: Game) => boolean} props.fits
 * @param {boolean} props.published
 */
function Nothing({ games, fits, published }) {
  const text = published ? "No board matches." : "The first round has not been published yet.";
  return html`<p class="empty" hidden=${games.some((game) => fits(game.value))}>${text}</p>`;
}
