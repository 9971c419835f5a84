// The arbiter's desk: picks the page that the address names, and draws everything around it.

import { Dialogs } from "../base/dialog.js";
import { effect, html, render, signal } from "../base/html.js";
import { Toasts } from "../base/toast.js";
import { GamePage } from "./game/game.js";
import { HallPage } from "./hall/hall.js";
import { JournalPage } from "./journal.js";
import { NextPage } from "./next/next.js";
import { PlayersPage } from "./players/players.js";
import { RegistersPage } from "./registers/registers.js";
import { RoundPage } from "./round/round.js";
import { StagesPage } from "./stages/stages.js";
import { StandingsPage } from "./standings/standings.js";
import { Store } from "./store.js";
import { Top } from "./top.js";

const store = new Store();

/**
 * The pages by their names; each is given the store, and what its address says after `name/`.
 *
 * @type {Record<string, (props: any) => any>}
 */
const PAGES = {
  round: RoundPage,
  next: NextPage,
  stages: StagesPage,
  standings: StandingsPage,
  players: PlayersPage,
  registers: RegistersPage,
  hall: HallPage,
  journal: JournalPage,
  game: GamePage,
};
const shown = signal({ name: "round", about: "" });

/** Show the page of an address. `game/…` is one game's page; all others are in the bar. @param {string} address */
function open(address) {
  const [name, about = ""] = address.split(/\/(.*)/s);
  const known = Object.hasOwn(PAGES, name) && (name !== "game" || about !== "");
  shown.value = known ? { name, about: name === "game" ? decodeURIComponent(about) : "" } : { name: "round", about: "" };
  const whole = shown.value.about ? `game/${encodeURIComponent(shown.value.about)}` : shown.value.name;
  if (location.hash !== `#${whole}`) history.replaceState(null, "", `#${whole}`);
}

function skip(/** @type {Event} */ event) {
  event.preventDefault(); // an address names a page here, not a place on it
  document.getElementById("view")?.focus();
}

function App() {
  const { name, about } = shown.value;
  const Page = PAGES[name];
  return html`
    <a class="skip" href="#view" onclick=${skip}>Skip to the page</a>
    <${Top} store=${store} current=${name} open=${open} />
    <main id="view" tabindex="-1"><${Page} key=${`${name}/${about}`} store=${store} about=${about} /></main>
    <${Toasts} />
    <${Dialogs} />`;
}

addEventListener("hashchange", () => open(location.hash.slice(1)));
effect(() => void document.body.classList.toggle("stale", store.link.value === "disconnected"));
open(location.hash.slice(1));
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
store.connect();
