// The arbiter's page of one game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { happen, mount, settled, type } from "./dom.js";

const { html } = await import("../../pages/base/html.js");
const { isLost, placement } = await import("../../pages/arbiter/game/game-join.js");
const { Moves } = await import("../../pages/arbiter/game/game-moves.js");
const { Repair, differing } = await import("../../pages/arbiter/game/game-repair.js");
const { GameWork, workOn } = await import("../../pages/arbiter/game/game-work.js");

const EMPTY = ".".repeat(64);
const OFFER = {
  refused: "", notes: [], from_ply: 1, before: [], moves: [{}], now_text: "1.e4", then_text: "1.d4",
  now_squares: EMPTY, then_squares: `${EMPTY.slice(0, 63)}k`, same: false,
};

test("the squares on which two lines end differently have names", () => {
  assert.deepEqual(differing(OFFER), ["h8"]);
});

test("what stands on a board is told as the first field of a FEN", () => {
  const start = `RNBQKBNR${"P".repeat(8)}${".".repeat(32)}${"p".repeat(8)}rnbqkbnr`;
  assert.equal(placement(start), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
});

test("only an electronic board that fits no line may begin with what stands on it", () => {
  const board = { live: true, state: "unclear", claims: [] };
  assert.ok(isLost(board));
  assert.ok(!isLost({ ...board, claims: [{}] }));
  assert.ok(!isLost({ ...board, live: false }));
});

test("a move tells why it is believed when it is chosen, and no more when it is chosen again", async () => {
  const work = new GameWork({}, "g1");
  const move = {
    ply: 1, number: "1.", san: "e4", uci: "e2e4", at: "2026-05-01T12:00:00Z", clock_s: null, certainty: "unclear",
    marks: ["not seen by the board"], confirmed: "", by: "", reason: "as seen", squares: EMPTY,
  };
  work.found.value = { moves: [move], doubts: [], corrections: [] };
  const place = await mount(html`<${Moves} work=${work} />`);
  const button = place.querySelector(".moves button");
  assert.equal(button.textContent, "1. e4 ? ≈");
  assert.ok(place.querySelector(".why").hasAttribute("hidden"));
  await happen(button, "click");
  assert.equal(place.querySelector(".why h4").textContent, "Why 1. e4?");
  assert.match(place.querySelector(".why").textContent, /As seen\..*not seen by the board.*nothing yet.*not known/);
  await happen(button, "click");
  assert.equal(button.getAttribute("aria-pressed"), "false");
});

test("an answer to what is no longer written is not shown", async () => {
  const answers = [];
  globalThis.fetch = () => new Promise((resolve) => answers.push(resolve));
  const answer = (offer) => answers.shift()({ ok: true, text: async () => JSON.stringify(offer) });
  const work = new GameWork({}, "g1");
  const place = await mount(html`<${Repair} work=${work} />`);
  const look = place.querySelector("button");
  await type(place.querySelector("textarea"), "1. d4");
  await happen(look, "click");
  assert.equal(place.querySelector(".offer").textContent, "Reading the recording again …");
  await type(place.querySelector("textarea"), "1. c4");
  answer(OFFER);
  await settled();
  assert.equal(place.querySelector(".offer").textContent, "");
  await happen(look, "click");
  answer({ ...OFFER, refused: "no game fits" });
  await settled();
  assert.equal(place.querySelector(".offer [role=alert]").textContent, "No game fits.");
});

test("what was being written waits while another page is looked at, and not for another game", () => {
  const store = {};
  workOn(store, "g1").text.value = "1. e4";
  assert.equal(workOn(store, "g1").text.value, "1. e4");
  assert.equal(workOn(store, "g2").text.value, "");
});
