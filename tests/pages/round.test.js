// The arbiter's round: what a click and a key mean, which boards need somebody, which are shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { happen, mount, settled } from "./dom.js";

const { html, render, signal } = await import("../../pages/base/html.js");
const { BoardRow } = await import("../../pages/arbiter/round/board-row.js");
const { actionsFor } = await import("../../pages/arbiter/round/details.js");
const { fits } = await import("../../pages/arbiter/round/filters.js");
const { gameText } = await import("../../pages/arbiter/round/meetings.js");
const { missingPort, needing } = await import("../../pages/arbiter/round/needs.js");
const { mayGive, meaning, standing } = await import("../../pages/arbiter/round/result-codes.js");
const { roundKeys } = await import("../../pages/arbiter/round/round-keys.js");
const { RoundView } = await import("../../pages/arbiter/round/round-view.js");
const { Boards } = await import("../../pages/arbiter/round/boards.js");

const person = (name) => ({ id: name, number: 1, name, title: "", rating: 0, points: "" });

function board(number, more = {}) {
  return {
    game: `g${number}`, board: number, what: "", white: person(`White ${number}`), black: person(`Black ${number}`),
    state: "playing", live: true, by_hand: false, official: null, official_text: null, rated: false, proposed: null,
    proposed_text: null, reasons: [], notes: [], claims: [], last_move: "", plies: 0, still_played: true, unsure: "",
    doubts: 0, clock: null, device: null, since: null, ...more,
  };
}

/** A store that holds what it is given. */
function storeOf(...boards) {
  const parts = new Map();
  const part = (name) => parts.get(name) ?? parts.set(name, signal(null)).get(name);
  const set = (name, value) => (part(name).value = value);
  for (const one of boards) set(`board/${one.game}`, one);
  set("round", { correctable: true });
  const games = boards.map((one) => one.game);
  return {
    set,
    get: (name) => part(name).value,
    boards: () => games.map((game) => part(`board/${game}`).value).filter(Boolean),
    hallTime: () => Date.parse("2026-05-01T12:00:10Z"),
  };
}

test("a result is entered, confirmed or ruled, by what is known of the game", () => {
  assert.equal(meaning(board(1), "1-0"), "enter");
  assert.equal(meaning(board(1), "+-"), "forfeit");
  assert.equal(meaning(board(1), "0-0"), "rule");
  assert.equal(meaning(board(1, { state: "proposed", proposed: "1-0" }), "1-0"), "confirm");
  assert.equal(meaning(board(1, { state: "proposed", proposed: "+-" }), "+-"), "confirm");
  assert.equal(meaning(board(1, { state: "proposed", proposed: "1-0" }), "0-1"), "rule");
  assert.equal(meaning(board(1, { state: "conflict" }), "1-0"), "rule");
  assert.equal(meaning(board(1, { state: "unclear" }), "1-0"), "enter");
  assert.equal(meaning(board(1, { state: "unclear", claims: [{}] }), "1-0"), "rule");
  assert.equal(meaning(board(1, { state: "confirmed", official: "1-0" }), "0-1"), "rule");
  assert.equal(meaning(board(1, { state: "confirmed", official: "1-0" }), "1-0"), "nothing");
});

test("a result that stands cannot be given again, one that is disputed can", () => {
  assert.ok(!mayGive(board(1, { state: "confirmed", official: "1-0" }), "1-0"));
  assert.ok(mayGive(board(1, { state: "conflict", official: "1-0" }), "1-0"));
  assert.equal(standing(board(1, { state: "sign seen", proposed: "1-0" }), "1-0"), "proposed");
  assert.equal(standing(board(1, { state: "conflict", proposed: "1-0" }), "1-0"), "");
});

test("conflicts come first, and a board with two troubles counts once", () => {
  const port = { board: 4, text: "no such port" };
  const boards = [
    board(1, { state: "offline" }),
    board(2, { state: "conflict", doubts: 1 }),
    board(3, { doubts: true }),
    board(4, { live: false }),
    board(5),
  ];
  const found = needing(boards, (one) => missingPort(one, [port]));
  assert.deepEqual(found.troubled.map((one) => one.board), [2, 1]);
  assert.deepEqual(found.doubtful.map((one) => one.board), [2, 3]);
  assert.deepEqual(found.offline, [{ board: boards[3], port }]);
  assert.equal(found.count, 4);
});

test("an electronic board is not missed where the game is decided or recorded by hand", () => {
  const ports = [{ board: 4, text: "no such port" }];
  assert.equal(missingPort(board(4, { live: false, by_hand: true }), ports), null);
  assert.equal(missingPort(board(4, { live: false, official: "1-0" }), ports), null);
  assert.equal(missingPort(board(4), ports), null);
});

test("a number finds its board only, words find names", () => {
  assert.ok(fits(board(1), null, "all", " 1 "));
  assert.ok(!fits(board(12, { white: person("A"), black: person("B") }), null, "all", "1"));
  assert.ok(fits(board(3, { black: person("Hendriks, Jan") }), null, "all", "HENDR"));
  assert.ok(!fits(board(3, { state: "confirmed" }), null, "open", ""));
  assert.ok(!fits(board(4, { live: false }), { text: "no such port" }, "hand", ""));
});

test("rows stay under a pointer until it has left, unless something else is looked for", () => {
  const store = storeOf(board(1, { state: "offline" }), board(2, { state: "offline" }), board(3));
  const view = new RoundView(store);
  view.filter.value = "needs";
  assert.deepEqual(view.visible.value, ["g1", "g2"]);
  view.pointed.value = true;
  store.set("board/g1", board(1));
  assert.deepEqual(view.visible.value, ["g1", "g2"]);
  view.pointed.value = false;
  assert.deepEqual(view.visible.value, ["g2"]);
  view.pointed.value = true;
  view.filter.value = "all";
  assert.deepEqual(view.visible.value, ["g1", "g2", "g3"]);
});

test("what was searched for is chosen, a board's number before a name", () => {
  const store = storeOf(board(1, { black: person("Born 2 win") }), board(2));
  const view = new RoundView(store);
  assert.ok(!view.seekFound());
  view.search.value = "2";
  assert.deepEqual(view.visible.value, ["g1", "g2"]);
  assert.ok(view.seekFound());
  assert.equal(view.selected.value, "g2");
});

test("a game that is not in the round is not chosen any more", () => {
  const store = storeOf(board(1));
  const view = new RoundView(store);
  view.choose("g1");
  assert.equal(view.selected.value, "g1");
  store.set("board/g1", null);
  assert.equal(view.selected.value, null);
});

/** Keys as pressed on the page. */
function keyboard(store) {
  const view = new RoundView(store);
  const given = [];
  const opened = [];
  const actions = {
    choose: (game) => view.choose(game),
    open: (game) => opened.push(game),
    give: (game, code) => given.push([game, code]),
  };
  const keys = roundKeys(store, view, actions);
  const press = (key, more = {}) => keys[key]({ key, repeat: false, target: document.body, ...more });
  return { view, given, opened, press };
}

test("a key gives a result, and the next open board is chosen", () => {
  const { view, given, press } = keyboard(storeOf(board(1), board(2, { state: "confirmed", official: "1-0" }), board(3)));
  assert.equal(press("1"), false);
  press("ArrowDown");
  press("1");
  assert.equal(view.selected.value, "g3");
  press("=", { repeat: true });
  press("0");
  assert.deepEqual(given, [["g1", "1-0"], ["g3", "0-1"]]);
  assert.equal(view.selected.value, "g3");
});

test("a key gives nothing to a hidden board, nor in a round that cannot be corrected", () => {
  const store = storeOf(board(1), board(2));
  const { view, given, press } = keyboard(store);
  view.choose("g1");
  view.search.value = "White 2";
  press("1");
  view.search.value = "";
  store.set("round", { correctable: false });
  press("1");
  assert.deepEqual(given, []);
});

test("Enter confirms what is proposed, unless it is a button's own", () => {
  const { view, given, press } = keyboard(storeOf(board(1, { state: "proposed", proposed: "0-1" })));
  view.choose("g1");
  const button = document.createElement("button");
  assert.equal(press("Enter", { target: button }), false);
  press("Enter");
  assert.deepEqual(given, [["g1", "0-1"]]);
});

test("the details offer a ruling only to whoever may decide", () => {
  const decided = board(1, { official: "1-0", state: "confirmed", live: false, plies: 3, last_move: "2. Nf3" });
  const labels = (may) => actionsFor(decided, may).map((action) => action.heading ?? action.label);
  assert.ok(labels(true).includes("By ruling"));
  assert.ok(labels(true).includes("Result for rating"));
  assert.ok(!labels(false).includes("By ruling"));
  assert.ok(labels(false).includes("Take 2. Nf3 back"));
});

test("a row says its state in words and its buttons what they stand for", async () => {
  const store = storeOf(
    board(1, {
      state: "proposed", proposed: "1-0", reasons: ["the king sign says 1-0"], last_move: "1. e4",
      clock: { white_s: 100, black_s: 90, running: "white", at: "2026-05-01T12:00:00Z" },
    }),
  );
  const given = [];
  const actions = { choose: () => {}, open: () => {}, give: (...all) => given.push(all) };
  const place = await mount(html`<table><tbody>
    <${BoardRow} store=${store} game="g1" actions=${actions} time=${store.hallTime} correctable=${true} selected=${false} hidden=${false} />
  </tbody></table>`);
  assert.equal(place.querySelector(".chip").textContent, "proposed");
  assert.deepEqual([...place.querySelectorAll(".clocks span")].map((one) => one.textContent), ["0:01:30", "0:01:30"]);
  const button = place.querySelector("button.proposed");
  assert.equal(button.getAttribute("aria-label"), "Board 1: 1-0, proposed");
  await happen(button, "click");
  assert.deepEqual(given.at(-1), ["g1", "1-0"]);
  store.set("board/g1", board(1, { state: "confirmed", official: "1-0", official_text: "1-0" }));
  await settled();
  assert.equal(place.querySelector("button.official"), button);
  assert.ok(button.disabled);
});

test("a board that is searched for is chosen and brought into sight", async () => {
  const store = storeOf(board(1), board(2));
  const view = new RoundView(store);
  const actions = { choose: () => {}, open: () => {}, give: () => {} };
  const place = await mount(html`<${Boards} store=${store} view=${view} actions=${actions} />`);
  const row = place.querySelector("tr[data-game=g2]");
  let brought = 0;
  row.scrollIntoView = () => (brought += 1);
  view.search.value = "2";
  view.seekFound();
  await settled();
  assert.equal(row.getAttribute("aria-selected"), "true");
  assert.ok(place.querySelector("tr[data-game=g1]").hasAttribute("hidden"));
  assert.equal(brought, 1);
  render(null, place); // its clocks stand still
});

test("a meeting's game is told with what it gave", () => {
  const game = { what: "sudden death", white: "A", black: "B", result: null, counts: true, time: "5 min", odds: "black" };
  assert.equal(gameText(game), "sudden death: A – B no result (5 min; a draw is enough for Black)");
  assert.equal(gameText({ ...game, result: "1-0", time: "", odds: null, counts: false }), "sudden death: A – B 1-0, does not count");
});
