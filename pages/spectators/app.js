// The spectators' page: from the address to what is shown, kept in step with the socket.

import { effect, html, render, useLayoutEffect, useRef } from "../base/html.js";
import { Socket } from "../base/socket.js";
import { ShownTime } from "../base/times.js";
import { address } from "./address.js";
import { announced, Board } from "./board.js";
import { Grid } from "./grid.js";
import { Pairings } from "./pairings.js";
import { fetchJson, socketAddress } from "./server.js";
import { Standings } from "./standings.js";
import { Store } from "./store.js";
import { Footer, News, Top } from "./top.js";
import { boardText, gameLabel } from "./words.js";

/** @typedef {import("./messages.js").Message} Message */

const TICK_MS = 200;
const time = new ShownTime();
const store = new Store(fetchJson);
const socket = new Socket(() => socketAddress(store.epoch, store.n), hear);

/** @param {Message} message */
function hear(message) {
  const whole = store.take(message);
  if (whole) time.set(message.now);
  else store.forget();
  return whole;
}

/** What the address asks for, or what there is instead; null before anything is known. */
function select() {
  const { t, r, v, g } = address.value;
  const found = g ? store.find(g) : null;
  const tournaments = store.tournaments.value;
  const tournament = found?.tournament ?? tournaments.get(t) ?? [...tournaments.values()][0];
  if (!tournament) return null;
  const rounds = tournament.rounds.value;
  const usual = v === "pairings" ? rounds.at(-1) : tournament.currentRound();
  const round = found?.place.round ?? rounds.find((each) => each.key === r) ?? usual ?? null;
  return { tournament, round };
}

/** @param {import("./top.js").Selected} selected */
function title({ tournament }) {
  const { g } = address.value;
  const place = tournament.places.value.get(g);
  if (!g) return tournament.name;
  if (!place) return `Board – ${tournament.name}`;
  const names = [place.pairing.white, place.pairing.black].map((id) => tournament.player(id)?.name);
  const board = boardText(place.pairing.board, gameLabel(place.whole, g));
  return `${board}: ${names.join(" – ")} – ${tournament.name}`;
}

/** @param {import("./top.js").Selected} props */
function View({ tournament, round }) {
  const { v, g } = address.value;
  if (g) return html`<${Board} key=${g} store=${store} time=${time} id=${g} />`;
  if (v === "pairings") return html`<${Pairings} tournament=${tournament} round=${round} />`;
  if (v === "standings") return html`<${Standings} tournament=${tournament} />`;
  return html`<${Grid} store=${store} time=${time} tournament=${tournament} round=${round} />`;
}

/** @param {{ children: import("../base/html.js").Children }} props */
function Main({ children }) {
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const drawn = useRef("");
  const { v, g } = address.value;
  const shown = g || v;
  useLayoutEffect(() => {
    if (drawn.current && drawn.current !== shown) {
      scrollTo(0, 0);
      const active = document.activeElement;
      // The keyboard goes on from the new view, not from the top of the page.
      if (!active?.isConnected || active === document.body) main.current?.focus({ preventScroll: true });
    }
    drawn.current = shown;
  }, [shown]);
  return html`<main id="main" tabindex="-1" ref=${main}>${children}</main>`;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault(); // an address names a view here, not a place on it
  document.getElementById("main")?.focus();
}

function App() {
  const selected = select();
  useLayoutEffect(() => {
    if (selected) document.title = title(selected);
  });
  return html`
    <a class="skip" href="#main" onclick=${skip}>Skip to the boards</a>
    <${Top} store=${store} linked=${socket.state.value} selected=${selected} />
    ${selected && html`<${News} ...${selected} />`}
    <${Main}>
      ${selected ? html`<${View} ...${selected} />` : html`<p class="empty">Nothing to show yet. Boards appear here.</p>`}
    <//>
    <p id="announcer" class="unseen" role="status" aria-live="polite">${announced}</p>
    ${selected ? html`<${Footer} ...${selected} />` : html`<footer id="footer"></footer>`}`;
}

effect(() => {
  const lost = socket.state.value === "disconnected";
  document.body.classList.toggle("stale", lost);
  if (lost) time.stop();
});
setInterval(() => {
  if (document.visibilityState === "visible") time.tick();
}, TICK_MS);
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
socket.open();
