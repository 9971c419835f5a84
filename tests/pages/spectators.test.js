// What the spectators' page knows and says, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { mount, settled } from "./dom.js";

const { Store } = await import("../../pages/spectators/store.js");
const { clockAt, Moves, rowsOf } = await import("../../pages/spectators/moves.js");
const { spoken } = await import("../../pages/spectators/spoken.js");
const { gameLabel, markSign, markWords, noteTexts, playedWords } = await import("../../pages/spectators/words.js");
const { effect, html } = await import("../../pages/base/html.js");

const E4 = { san: "e4", uci: "e2e4", fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", clock: 90 };
const E5 = { san: "e5", uci: "e7e5", fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", clock: 80 };
const NF3 = { san: "Nf3", uci: "g1f3", fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" };

const pairing = (board, games, more = {}) => ({ board, white: "a", black: "b", games, ...more });
const round = (number, pairings, started = true) => ({ stage: "main", round: number, started, closed: false, pairings, byes: [] });

function snapshot(more = {}) {
  const tournament = {
    id: "open", name: "Open", place: "", stages: [{ id: "main", name: "Main", rounds: 9, time: "" }],
    players: [{ id: "a", name: "Anand" }, { id: "b", name: "Bo" }],
    rounds: [round(1, [pairing(1, ["g1"]), pairing(2, ["g2"])])],
    games: [{ id: "g1", state: "playing", ply: 0 }, { id: "g2", state: "finished", ply: 40 }],
    standings: [],
  };
  return { type: "snapshot", epoch: "e", n: 5, now: 0, delay: 0, tournaments: [{ ...tournament, ...more }] };
}

const delta = (n, ...events) => ({ type: "delta", n, now: 0, events });
const moves = (ply, ...line) => {
  const { fen, san, uci } = line.at(-1);
  return { type: "moves", tournament: "open", game: "g1", ply, moves: line, fen, san, uci };
};

/** A store with what it asked for, and how to answer. */
function opened() {
  const asked = [];
  const store = new Store((path) => new Promise((answer, refuse) => asked.push({ path, answer, refuse })));
  store.take(snapshot());
  return { store, asked };
}

test("a message that was told already is nothing new, and one that follows a gap is refused", () => {
  const { store } = opened();
  assert.ok(store.take(delta(5, moves(1, E4))));
  assert.equal(store.find("g1").game.value.ply, 0);
  assert.ok(!store.take(delta(7)));
  assert.ok(!store.take({ type: "alive", n: 6, now: 0 }));
  assert.ok(store.take({ type: "alive", n: 5, now: 0 }));
});

test("a move changes its own game and no other", () => {
  const { store } = opened();
  const drawn = [];
  effect(() => void drawn.push(`g1 ${store.find("g1").game.value.san}`));
  effect(() => void drawn.push(`g2 ${store.find("g2").game.value.san}`));
  store.take(delta(6, moves(1, E4)));
  assert.deepEqual(drawn, ["g1 ", "g2 ", "g1 e4"]);
});

test("a game keeps its signal when everything is told anew", () => {
  const { store } = opened();
  const before = store.find("g1").game;
  store.take({ ...snapshot({ games: [{ id: "g1", state: "finished", ply: 9 }] }), epoch: "f" });
  assert.equal(store.find("g1").game, before);
  assert.equal(before.value.state, "finished");
});

test("a round that is told again takes the former one's place, and a game it has lost is not shown", () => {
  const { store } = opened();
  store.take(delta(6, { type: "round", tournament: "open", round: round(1, [pairing(1, ["g1"])]), games: [] }));
  assert.equal(store.find("g2"), null);
  assert.equal(store.tournaments.value.get("open").rounds.value.length, 1);
});

test("a page opens with the latest round that was started", () => {
  const { store } = opened();
  store.take(delta(6, { type: "round", tournament: "open", round: round(2, [], false), games: [] }));
  const open = store.tournaments.value.get("open");
  assert.equal(open.currentRound().round, 1);
  store.take(delta(7, { type: "round", tournament: "open", round: round(2, []), games: [] }));
  assert.equal(open.currentRound().round, 2);
});

test("a line is carried on by moves that came while it was fetched, and by those after", async () => {
  const { store, asked } = opened();
  const line = store.lines.of("g1");
  assert.equal(asked[0].path, "/line/g1.json");
  store.take(delta(6, moves(1, E4)));
  store.take(delta(7, moves(2, E5)));
  asked[0].answer({ epoch: "e", n: 6, game: "g1", start: "", moves: [E4] });
  await settled();
  assert.deepEqual(line.value.moves.map((move) => move.san), ["e4", "e5"]);
  store.take(delta(8, moves(2, NF3)));
  assert.deepEqual(line.value.moves.map((move) => move.san), ["e4", "Nf3"]);
});

test("a line is fetched anew after a snapshot, and an answer of an older epoch does not count", async () => {
  const { store, asked } = opened();
  const line = store.lines.of("g1");
  store.take({ ...snapshot(), epoch: "f" });
  assert.equal(asked.length, 2);
  asked[0].answer({ epoch: "e", n: 5, game: "g1", start: "", moves: [E4] });
  await settled();
  assert.equal(line.value, null);
  asked[1].answer({ epoch: "f", n: 5, game: "g1", start: "", moves: [E4, E5] });
  await settled();
  assert.equal(line.value.moves.length, 2);
});

test("positions of a round that are unknown are asked for once", async () => {
  const { store, asked } = opened();
  const open = store.tournaments.value.get("open");
  store.complete(open, open.rounds.value[0]);
  store.complete(open, open.rounds.value[0]);
  assert.deepEqual(asked.map((one) => one.path), ["/games/open/main.1.json"]);
  asked[0].answer({ epoch: "e", n: 5, games: [{ id: "g2", state: "finished", ply: 40, fen: E5.fen, san: "e5", uci: "e7e5" }] });
  await settled();
  assert.equal(store.find("g2").game.value.san, "e5");
});

test("a further game has its own colours and board", () => {
  const further = [{ game: "x", white: "b", black: "a", role: "armageddon", board: 7, time: "5 minutes", odds: "black" }];
  const { store } = opened();
  const games = [{ id: "x", state: "waiting", ply: 0 }];
  store.take(delta(6, { type: "round", tournament: "open", round: round(1, [pairing(1, ["g1", "x"], { further })]), games }));
  const { place } = store.find("x");
  assert.deepEqual([place.pairing.white, place.pairing.board, place.whole.white], ["b", 7, "a"]);
  assert.equal(gameLabel(place.whole, "x"), "Armageddon");
  assert.equal(playedWords(place.played), "5 minutes; a draw is enough for Black");
});

test("new moves, corrections and the result are said once, and nothing of what was there at the start", () => {
  const game = { result: null };
  const first = spoken(null, game, [E4]);
  assert.equal(first.words, "");
  const second = spoken(first.said, game, [E4, E5]);
  assert.equal(second.words, "1… e5, Black 1:20.");
  assert.equal(spoken(second.said, game, [E4, E5]).words, "");
  assert.equal(spoken(second.said, game, [E4]).words, "Line corrected.");
  const won = { result: { token: "1-0", text: "1-0", official: false } };
  assert.equal(spoken(second.said, won, [E4, E5]).words, "White won, provisional.");
});

test("a line that begins with Black has a gap in its first row", () => {
  const rows = rowsOf([E5, NF3]);
  assert.deepEqual(rows.map((row) => [row.first, row.number, row.gap, row.pair.length]), [[1, "1.", true, 1], [2, "2.", false, 1]]);
});

test("the list shows where one is, and what is not certain about a move", async () => {
  const doubtful = { ...E5, marks: ["ambiguous"] };
  const place = await mount(html`<${Moves} moves=${[E4, doubtful]} ply=${2} known seek=${() => {}} />`);
  const current = place.querySelector("[aria-current]");
  assert.equal(current.getAttribute("data-ply"), "2");
  assert.equal(current.querySelector(".sign").textContent, "≈");
  assert.equal(current.title || current.getAttribute("title"), "Order not certain");
});

test("the clock at a move is that of the side's last move before", () => {
  assert.deepEqual([0, 1, 2, 3].map((ply) => clockAt([E4, E5, NF3], ply, "white")), [null, 90, 90, 90]);
  assert.equal(clockAt([E4, E5], 2, "black"), 80);
});

test("notes are sentences, and two that say the same are one", () => {
  assert.deepEqual(noteTexts(["no-signal"]), ["No signal from this board"]);
  assert.deepEqual(noteTexts(["missed", "uncertain"]), ["Some moves were missed: their order is not certain (≈)"]);
  assert.equal(markSign({ marks: ["reconstructed"] }), "*");
  assert.equal(markWords({}), "");
});
