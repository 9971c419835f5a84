// The page: picks what to look at, shows one of its pages, hands the news on.

import { GamePage } from "./game.js";
import { HallPage } from "./hall.js";
import { JournalPage } from "./journal.js";
import { NextPage } from "./next.js";
import { PlayersPage } from "./players.js";
import { RegistersPage } from "./registers.js";
import { RoundPage } from "./round.js";
import { StagesPage } from "./stages.js";
import { StandingsPage } from "./standings.js";
import { Store } from "./store.js";
import { fill, h } from "./dom.js";
import { sweepToasts } from "./talk.js";

const store = new Store();
const pages = {
  round: new RoundPage(store),
  next: new NextPage(store),
  stages: new StagesPage(store),
  standings: new StandingsPage(store),
  players: new PlayersPage(store),
  registers: new RegistersPage(store),
  hall: new HallPage(store),
  journal: new JournalPage(store),
  game: new GamePage(store),
};
const view = document.getElementById("view");
const picks = {
  tournament: document.getElementById("pick-tournament"),
  stage: document.getElementById("pick-stage"),
  round: document.getElementById("pick-round"),
};
let current = "round";

// `game/…` is one game's page; all others are in the bar.
function open(address) {
  const [name, about] = address.split(/\/(.*)/s);
  current = name in pages && (name !== "game" || about) ? name : "round";
  for (const button of document.querySelectorAll("#tabs button")) {
    button.setAttribute("aria-current", button.dataset.tab === current ? "page" : "false");
  }
  view.replaceChildren(pages[current].element);
  const whole = current === "game" ? `game/${about}` : current;
  pages[current].show(current === "game" ? decodeURIComponent(about) : undefined);
  if (location.hash !== `#${whole}`) history.replaceState(null, "", `#${whole}`);
}

// A round that was chosen stays; without a choice the newest is shown.
pages.next.published = () => {
  store.select({ ...store.selection, round: "" });
  open("round");
};

function renderTop() {
  const hall = store.get("hall");
  const me = store.get("me");
  const tournaments = store.get("tournaments") ?? [];
  const selected = store.get("selected");
  document.getElementById("hall-name").textContent = hall?.name || "Arbiter's desk";
  document.getElementById("me").textContent = me ? `${me.name} (${me.role.replaceAll("-", " ")})` : "";
  const connection = document.getElementById("connection");
  connection.textContent = store.connection === "connected" ? "live" : store.connection;
  connection.dataset.state = store.connection;
  document.body.classList.toggle("stale", store.connection === "disconnected");
  if (!selected) return;
  const tournament = tournaments.find((one) => one.id === selected.tournament);
  const stage = tournament?.stages.find((one) => one.id === selected.stage);
  options(picks.tournament, tournaments.map((one) => [one.id, one.name]), selected.tournament);
  options(picks.stage, (tournament?.stages ?? []).map((one) => [one.id, one.name]), selected.stage);
  document.getElementById("stage-label").hidden = (tournament?.stages.length ?? 0) < 2;
  document.querySelector('#tabs [data-tab="stages"]').hidden = (tournament?.stages.length ?? 0) < 2;
  options(picks.round, (stage?.published ?? []).map((round) => [String(round), `Round ${round}`]), String(selected.round ?? ""));
  picks.round.disabled = !stage?.published.length;
}

function options(select, pairs, chosen) {
  const same =
    select.options.length === pairs.length &&
    pairs.every(([value, text], index) => select.options[index].value === value && select.options[index].text === text);
  if (!same) fill(select, pairs.map(([value, text]) => h("option", { value }, text)));
  select.value = chosen;
}

picks.tournament.addEventListener("change", () => store.select({ tournament: picks.tournament.value, stage: "", round: "" }));
picks.stage.addEventListener("change", () => store.select({ tournament: picks.tournament.value, stage: picks.stage.value, round: "" }));
picks.round.addEventListener("change", () => {
  const newest = picks.round.value === picks.round.options[picks.round.options.length - 1]?.value;
  store.select({
    tournament: picks.tournament.value,
    stage: picks.stage.value,
    round: newest ? "" : picks.round.value,
  });
});
document.getElementById("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("button")?.dataset.tab;
  if (tab) open(tab);
});
document.getElementById("sign-out").addEventListener("click", async () => {
  await fetch("/api/sign-out", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
  location.replace("/sign-in");
});
addEventListener("hashchange", () => open(location.hash.slice(1)));

store.onChange((changed) => {
  renderTop();
  pages[current].news(changed);
  sweepToasts();
});
open(location.hash.slice(1) || "round");
store.connect();
