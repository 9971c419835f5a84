// What stands above every page: what is looked at, the pages, the link to the desk, who one is.

import { html } from "../base/html.js";
import { words } from "../base/text.js";

/** The pages in the bar, `stages` only where there are several. */
const TABS = [
  ["round", "Round"],
  ["next", "Next round"],
  ["stages", "Stages"],
  ["standings", "Standings"],
  ["players", "Players"],
  ["registers", "Registers"],
  ["hall", "Hall"],
  ["journal", "Journal"],
];

/** @typedef {import("./store.js").Store} Store */

/**
 * @param {object} props
 * @param {Store} props.store
 * @param {string} props.current the page that is shown
 * @param {(name: string) => void} props.open
 */
export function Top({ store, current, open }) {
  const { stages } = looked(store);
  return html`<header class="top">
    <div class="where">
      <h1 id="hall-name">${store.get("hall")?.name || "Arbiter's desk"}</h1>
      <${Picks} store=${store} />
    </div>
    <nav id="tabs" aria-label="Pages">
      ${TABS.map(
        ([name, label]) => html`<button
          key=${name}
          type="button"
          data-tab=${name}
          aria-current=${name === current ? "page" : "false"}
          hidden=${name === "stages" && stages.length < 2}
          onclick=${() => open(name)}
        >${label}</button>`,
      )}
    </nav>
    <${Who} store=${store} />
  </header>`;
}

/** The tournament and the stage that are looked at. @param {Store} store */
function looked(store) {
  const tournaments = store.get("tournaments") ?? [];
  const selected = store.get("selected");
  const tournament = tournaments.find((one) => one.id === selected?.tournament);
  const stages = tournament?.stages ?? [];
  return { tournaments, selected, stages, stage: stages.find((one) => one.id === selected?.stage) };
}

/** @param {{ store: Store }} props */
function Picks({ store }) {
  const { tournaments, selected, stages, stage } = looked(store);
  const tournament = selected?.tournament ?? "";
  const published = stage?.published ?? [];
  // A round that was chosen stays; without a choice the newest is shown.
  const chooseRound = (/** @type {string} */ round) =>
    store.select({ tournament, stage: stage?.id ?? "", round: round === String(published.at(-1)) ? "" : round });
  return html`
    <${Pick} id="pick-tournament" label="Tournament" chosen=${tournament}
      options=${tournaments.map((one) => [one.id, one.name])}
      choose=${(/** @type {string} */ id) => store.select({ tournament: id, stage: "", round: "" })} />
    <${Pick} id="pick-stage" label="Stage" labelId="stage-label" chosen=${stage?.id ?? ""} hidden=${stages.length < 2}
      options=${stages.map((one) => [one.id, one.name])}
      choose=${(/** @type {string} */ id) => store.select({ tournament, stage: id, round: "" })} />
    <${Pick} id="pick-round" label="Round" chosen=${String(selected?.round ?? "")} disabled=${!published.length}
      options=${published.map((round) => [String(round), `Round ${round}`])} choose=${chooseRound} />`;
}

/**
 * @param {object} props
 * @param {string} props.id
 * @param {string} props.label
 * @param {string} [props.labelId]
 * @param {[value: string, text: string][]} props.options
 * @param {string} props.chosen
 * @param {(value: string) => void} props.choose
 * @param {boolean} [props.hidden]
 * @param {boolean} [props.disabled]
 */
function Pick({ id, label, labelId, options, chosen, choose, hidden = false, disabled = false }) {
  const onchange = (/** @type {Event} */ event) =>
    choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<label class="pick" id=${labelId} hidden=${hidden}>
    <span>${label}</span>
    <select id=${id} disabled=${disabled} value=${chosen} onchange=${onchange}>
      ${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`;
}

/** @param {{ store: Store }} props */
function Who({ store }) {
  const me = store.get("me");
  const link = store.link.value;
  return html`<div class="who">
    <span id="connection" role="status" data-state=${link}>${link === "connected" ? "live" : link}</span>
    <span id="me">${me ? `${me.name} (${words(me.role)})` : ""}</span>
    <button type="button" id="sign-out" class="quiet" onclick=${signOut}>Sign out</button>
  </div>`;
}

async function signOut() {
  await fetch("/api/sign-out", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  location.replace("/sign-in");
}
