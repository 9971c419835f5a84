// Lots that were drawn by hand, as they are typed in.

import assert from "node:assert/strict";
import { test } from "node:test";

import { mount } from "./dom.js";

const { html } = await import("../../pages/base/html.js");
const { DrawnByHand, drawnByHand } = await import("../../pages/arbiter/stages/drawn-by-hand.js");

const PLAYERS = [
  { id: "a", name: "Anna" },
  { id: "b", name: "Bea" },
  { id: "c", name: "Cas" },
];

test("the numbers that were drawn put the players in order", () => {
  assert.deepEqual(drawnByHand(PLAYERS, { "drawn-a": "2", "drawn-b": "3", "drawn-c": "1" }), ["c", "a", "b"]);
});

test("where nothing is written the program draws", () => {
  assert.deepEqual(drawnByHand(PLAYERS, { "drawn-a": "", "drawn-b": "", "drawn-c": "" }), []);
  assert.deepEqual(drawnByHand([], {}), []);
});

test("a number that is missing, given twice or too large is no draw", () => {
  for (const [a, b, c] of [["1", "", "2"], ["1", "1", "2"], ["1", "2", "4"]])
    assert.equal(drawnByHand(PLAYERS, { "drawn-a": a, "drawn-b": b, "drawn-c": c }), null);
});

test("every player has a field of their own, and without players there is none", async () => {
  const place = await mount(html`<${DrawnByHand} players=${PLAYERS} />`);
  const labels = [...place.querySelectorAll("label")];
  assert.deepEqual(labels.map((label) => label.textContent), [" Anna", " Bea", " Cas"]);
  assert.equal(labels[1].querySelector("input").getAttribute("name"), "drawn-b");
  assert.equal((await mount(html`<${DrawnByHand} players=${[]} />`)).textContent, "");
});
