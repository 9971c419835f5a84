// The page: what is shown follows from the address, #t=open&r=main.2&v=boards&g=…&ply=…

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { el, setAttribute, setText } from "./dom.js";
import { Grid } from "./grid.js";
import { stagesPicture } from "./stages.js";
import { currentRound, Store } from "./store.js";
import { pairings, standings } from "./tables.js";
import { ShownTime } from "./times.js";
import { gameLabel, playedWords } from "./words.js";

const TICK_MS = 200;
const VIEWS = [
  ["boards", "Boards"],
  ["pairings", "Pairings"],
  ["standings", "Standings"],
];
const byId = (id) => document.getElementById(id);
const token = new URLSearchParams(location.search).get("token") ?? "";
const query = token ? `?token=${encodeURIComponent(token)}` : "";

async function fetchJson(path) {
  const answer = await fetch(path + query);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

const time = new ShownTime();
const store = new Store((changes) => redraw(changes), fetchJson);
const grid = new Grid(store, time, go);
const board = new Board(store, time, go, (text) => setText(byId("announcer"), text));

/** The address as an object: tournament, round, view, game, ply. */
function address() {
  const { t, r, v, g, ply } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const place = decodeURIComponent(location.pathname.match(/^\/t\/([^/]+)/)?.[1] ?? "");
  return { t: t ?? place, r: r ?? "", v: v ?? "boards", g: g ?? "", ply: ply ?? "" };
}

/** A link to the view that differs from this one by `change`; go there where `replace`. */
function go(change, replace = false) {
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...address(), ...change }))
    if (value !== null && value !== "" && !(name === "v" && value === "boards"))
      wanted.set(name, value);
  const hash = `#${wanted}`;
  if (replace) history.replaceState(null, "", hash);
  return hash;
}

function selection() {
  const wanted = address();
  const found = wanted.g ? store.find(wanted.g) : null;
  const tournament =
    found?.tournament ?? store.tournaments.get(wanted.t) ?? [...store.tournaments.values()][0];
  if (!tournament) return { wanted };
  const round =
    (found && tournament.pairingOf.get(wanted.g)?.round) ||
    tournament.rounds.find((each) => each.key === wanted.r) ||
    (wanted.v === "pairings" ? tournament.rounds.at(-1) : currentRound(tournament)) ||
    null;
  return { wanted, tournament, round, found };
}

let drawn = "";
const tabs = new Map(VIEWS.map(([id, name]) => [id, el("a", {}, name)]));
const pickers = {
  tournament: picker("Tournament", (t) => go({ t, r: null, g: null, ply: null })),
  round: picker("Round", (r) => go({ r, g: null, ply: null })),
};
byId("tabs").append(...tabs.values());
byId("pickers").append(pickers.tournament, pickers.round);

/** Draw the view that the address asks for. */
function draw() {
  const { wanted, tournament, round } = selection();
  const main = byId("main");
  if (!tournament) {
    main.replaceChildren(el("p", { class: "empty" }, "Nothing to show yet. Boards appear here."));
    drawn = "";
    return;
  }
  drawHead(wanted, tournament, round);
  const view = wanted.g ? "game" : wanted.v;
  let element;
  if (view === "game") {
    const ply = wanted.ply === "" ? null : Number(wanted.ply);
    board.show(wanted.g, Number.isInteger(ply) ? ply : null);
    element = board.element;
  } else if (view === "pairings") element = pairings(tournament, round, go);
  else if (view === "standings") {
    element = standings(tournament);
    element.append(stagesPicture(tournament.id, query));
  }
  else {
    grid.show(tournament, round);
    if (round) store.complete(tournament, round);
    element = grid.element;
  }
  if (main.firstChild !== element) main.replaceChildren(element);
  if (drawn && drawn !== `${view}${wanted.g}`) {
    scrollTo(0, 0);
    if (!document.activeElement?.isConnected || document.activeElement === document.body)
      main.focus({ preventScroll: true });
  }
  drawn = `${view}${wanted.g}`;
}

function drawHead(wanted, tournament, round) {
  setText(byId("title"), tournament.name);
  const stage = round && tournament.stages.find((each) => each.id === round.stage);
  const played = wanted.g && tournament.pairingOf.get(wanted.g)?.pairing.played;
  const time = played ? playedWords(played) : stage?.time;
  const facts = [tournament.place, round ? `Round ${round.round}` : "", time];
  setText(byId("subtitle"), facts.filter(Boolean).join(" · "));
  document.title = wanted.g ? `${gameTitle(tournament, wanted.g)} – ${tournament.name}` : tournament.name;
  drawPickers(wanted, tournament, round);
  drawNews(wanted, tournament, round);
  for (const [id, tab] of tabs) {
    tab.href = go({ v: id, g: null, ply: null });
    setAttribute(tab, "aria-current", !wanted.g && wanted.v === id && "page");
  }
  const links = [["PGN of the tournament", `/pgn/${tournament.id}.pgn${query}`]];
  if (round)
    links.unshift(["PGN of this round", `/pgn/${tournament.id}/${round.key}.pgn${query}`]);
  const made = JSON.stringify(links);
  if (byId("footer").dataset.made === made) return;
  byId("footer").dataset.made = made;
  byId("footer").replaceChildren(
    ...links.map(([text, href]) => el("a", { href, download: true }, text)),
    el("a", { href: "/static/vendor/chessground/README.md" }, "Board: chessground, GPL-3.0"),
  );
}

/** Say that a later round's pairings are out, to who looks at the boards. */
function drawNews(wanted, tournament, round) {
  const newest = tournament.rounds.at(-1);
  const news = byId("news");
  news.hidden = !newest || wanted.v === "pairings" || newest.started || newest === round;
  if (news.hidden) return;
  setText(news, `The pairings of round ${newest.round} are out`);
  news.href = go({ v: "pairings", r: newest.key, g: null, ply: null });
}

function gameTitle(tournament, id) {
  const at = tournament.pairingOf.get(id);
  if (!at) return "Board";
  const names = ["white", "black"].map((side) => tournament.players.get(at.pairing[side])?.name);
  const label = gameLabel(at.pairing, id);
  return `Board ${at.pairing.board}${label ? `, ${label}` : ""}: ${names.join(" – ")}`;
}

function drawPickers(wanted, tournament, round) {
  const several = tournament.stages.length > 1;
  const rounds = tournament.rounds.map((each) => {
    const stage = tournament.stages.find((known) => known.id === each.stage);
    return [each.key, `${several && stage ? `${stage.name}, r` : "R"}ound ${each.round}`];
  });
  const tournaments = [...store.tournaments.values()].map((each) => [each.id, each.name]);
  fill(pickers.tournament, tournaments, tournament.id);
  fill(pickers.round, rounds, round?.key ?? "");
  if (wanted.v === "standings" && !wanted.g) pickers.round.hidden = true; // they are of no round
}

/** A choice that leads to another address. */
function picker(label, link) {
  const select = el("select", { "aria-label": label });
  select.addEventListener("change", () => {
    location.hash = link(select.value);
  });
  return select;
}

/** Offer the options; with fewer than two there is nothing to choose. */
function fill(select, options, chosen) {
  const made = JSON.stringify(options);
  if (select.dataset.made !== made) {
    select.dataset.made = made;
    select.replaceChildren(...options.map(([value, text]) => el("option", { value }, text)));
  }
  select.hidden = options.length < 2;
  select.value = chosen;
}

let waiting = null;

/** Gather changes into one drawing a frame. */
function redraw(changes) {
  if (waiting) {
    for (const change of changes) waiting.add(change);
    return;
  }
  waiting = new Set(changes);
  const drawNow = () => {
    const all = waiting;
    waiting = null;
    const { wanted } = selection();
    const table = wanted.v !== "boards" && !wanted.g;
    if (all.has("all") || !drawn || (table && (all.has("results") || all.has("standings")))) draw();
    else if (wanted.g) board.update(all);
    else if (!table) grid.update(all);
  };
  if (document.visibilityState === "visible") requestAnimationFrame(drawNow);
  else setTimeout(drawNow, TICK_MS);
}

function showLink(state) {
  const box = byId("link-state");
  const late = store.delay ? `${store.delay} min delayed` : "Live";
  const words = { live: late, lost: "Connection lost – trying again…", connecting: "Connecting…" };
  box.className = `link-state ${state}`;
  document.body.classList.toggle("stale", state === "lost");
  setText(box.querySelector(".words"), words[state]);
}

addEventListener("hashchange", draw);
setInterval(() => {
  if (document.visibilityState !== "visible") return;
  if (board.element.isConnected) board.tick();
  else if (grid.element.isConnected) grid.tick();
}, TICK_MS);
new Connection(store, time, token, showLink);
