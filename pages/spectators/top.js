// What stands above and below every view: names, the link's state, choices, views, news, files.

import { html } from "../base/html.js";
import { address, link } from "./address.js";
import { at } from "./server.js";
import { playedWords } from "./words.js";

/** @typedef {import("./tournament.js").Tournament} Tournament */
/** @typedef {import("./tournament.js").Round} Round */
/** @typedef {{ tournament: Tournament, round: Round | null }} Selected */

const VIEWS = [
  ["boards", "Boards"],
  ["pairings", "Pairings"],
  ["standings", "Standings"],
];

/**
 * @param {object} props
 * @param {import("./store.js").Store} props.store
 * @param {import("../base/socket.js").LinkState} props.linked
 * @param {Selected | null} props.selected
 */
export function Top({ store, linked, selected }) {
  return html`<header class="top">
    <div class="names">
      <h1 id="title">${selected?.tournament.name ?? "Live boards"}</h1>
      <p id="subtitle">${selected && subtitle(selected)}</p>
    </div>
    <${Link} linked=${linked} delay=${store.delay.value} />
    <div class="pickers" id="pickers">${selected && html`<${Pickers} store=${store} ...${selected} />`}</div>
    <nav aria-label="Views" id="tabs">${VIEWS.map(([id, name]) => html`<${Tab} key=${id} id=${id} name=${name} />`)}</nav>
  </header>`;
}

/** @param {Selected} selected */
function subtitle({ tournament, round }) {
  const stage = round && tournament.stages.find((each) => each.id === round.stage);
  const played = tournament.places.value.get(address.value.g)?.played;
  const time = played ? playedWords(played) : stage?.time;
  return [tournament.place, round ? `Round ${round.round}` : "", time].filter(Boolean).join(" · ");
}

const STATES = { connecting: "connecting", connected: "live", disconnected: "lost" };

/** @param {{ linked: import("../base/socket.js").LinkState, delay: number }} props */
function Link({ linked, delay }) {
  const words = {
    connecting: "Connecting…",
    connected: delay ? `${delay} min delayed` : "Live",
    disconnected: "Connection lost – trying again…",
  };
  return html`<p id="link-state" class=${`link-state ${STATES[linked]}`} role="status">
    <span class="dot"></span><span class="words">${words[linked]}</span>
  </p>`;
}

/** @param {{ id: string, name: string }} props */
function Tab({ id, name }) {
  const { v, g } = address.value;
  return html`<a href=${link({ v: id, g: null, ply: null })} aria-current=${!g && v === id ? "page" : null}>${name}</a>`;
}

/** @param {{ store: import("./store.js").Store } & Selected} props */
function Pickers({ store, tournament, round }) {
  const { v, g } = address.value;
  const tournaments = [...store.tournaments.value.values()].map((each) => [each.id, each.name]);
  const rounds = tournament.rounds.value.map((each) => {
    const stage = tournament.stages.length > 1 && tournament.stages.find((known) => known.id === each.stage);
    return [each.key, stage ? `${stage.name}, round ${each.round}` : `Round ${each.round}`];
  });
  return html`
    <${Picker} label="Tournament" options=${tournaments} chosen=${tournament.id}
      to=${(/** @type {string} */ id) => link({ t: id, r: null, g: null, ply: null })} />
    <${Picker} label="Round" options=${rounds} chosen=${round?.key ?? ""} ofNoUse=${v === "standings" && !g}
      to=${(/** @type {string} */ key) => link({ r: key, g: null, ply: null })} />`;
}

/**
 * A choice that leads to another address; with fewer than two there is nothing to choose.
 *
 * @param {object} props
 * @param {string} props.label
 * @param {[value: string, text: string][]} props.options
 * @param {string} props.chosen
 * @param {(value: string) => string} props.to
 * @param {boolean} [props.ofNoUse]
 */
function Picker({ label, options, chosen, to, ofNoUse = false }) {
  const choose = (/** @type {Event} */ event) => {
    location.hash = to(/** @type {HTMLSelectElement} */ (event.target).value);
  };
  return html`<select aria-label=${label} hidden=${options.length < 2 || ofNoUse} value=${chosen} onchange=${choose}>
    ${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`)}
  </select>`;
}

/** Says that a later round's pairings are out, to who looks at the boards. @param {Selected} props */
export function News({ tournament, round }) {
  const newest = tournament.rounds.value.at(-1);
  const known = !newest || newest.started || newest === round || address.value.v === "pairings";
  if (known) return null;
  const there = link({ v: "pairings", r: newest.key, g: null, ply: null });
  return html`<a id="news" class="news" href=${there}>The pairings of round ${newest.round} are out</a>`;
}

/** @param {Selected} props */
export function Footer({ tournament, round }) {
  return html`<footer id="footer">
    ${round && html`<a key="round" download href=${at(`/pgn/${tournament.id}/${round.key}.pgn`)}>PGN of this round</a>`}
    <a key="all" download href=${at(`/pgn/${tournament.id}.pgn`)}>PGN of the tournament</a>
    <a key="board" href="/static/vendor/chessground/README.md">Board: chessground, GPL-3.0</a>
  </footer>`;
}
