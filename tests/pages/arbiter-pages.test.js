// The arbiter's pages of the hall, the standings and the next round, used as a person uses them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { happen, mount, settled, type } from "./dom.js";

const { html, signal } = await import("../../pages/base/html.js");
const { HallPage, inOrder } = await import("../../pages/arbiter/hall/hall.js");
const { NextPage } = await import("../../pages/arbiter/next/next.js");
const { StandingsPage } = await import("../../pages/arbiter/standings/standings.js");

function storeOf(parts) {
  const all = new Map();
  const part = (name) => {
    if (!all.has(name)) all.set(name, signal(parts[name] ?? null));
    return all.get(name);
  };
  return {
    get: (name) => part(name).value,
    set: (name, value) => (part(name).value = value),
    selection: signal({ tournament: "", stage: "", round: "" }),
    select(selection) {
      this.selection.value = selection;
    },
  };
}

const me = { name: "Ana", role: "chief-arbiter", may_manage: true, may_confirm: true, may_bind: true };
const selected = { tournament: "open", stage: "main", round: 1 };
const texts = (place, selector) => [...place.querySelectorAll(selector)].map((found) => found.textContent);

const DEVICE = {
  family: "dgt", version: "1", port: "/dev/a", presence: "online", since: null, reason: "", tried: 0, returns: 0,
  warnings: [], board: null,
};
const HALL = { name: "Hall", delays: { public: 15 }, devices: [], bindings: [] };

test("boards that need somebody stand first, then all by their number, those without one last", () => {
  const device = (id, more) => ({ ...DEVICE, device: id, ...more });
  const devices = [
    device("none"),
    device("two", { board: 2 }),
    device("warned", { board: 9, warnings: ["noisy"] }),
    device("one", { board: 1 }),
    device("gone", { board: 8, presence: "offline" }),
  ];
  assert.deepEqual(inOrder(devices).map((one) => one.device), ["gone", "warned", "one", "two", "none"]);
});

test("a delay that is being typed stays while the hall goes on changing", async () => {
  const store = storeOf({ me, hall: HALL });
  const place = await mount(html`<${HallPage} store=${store} />`);
  const field = place.querySelector('[data-key="delay-public"]');
  assert.equal(field.value, "15");
  await type(field, "20");
  store.set("hall", { ...HALL, devices: [{ ...DEVICE, device: "25731", board: 1 }] });
  await settled();
  assert.equal(place.querySelector('[data-key="delay-public"]'), field);
  assert.equal(field.value, "20");
  assert.equal(place.querySelectorAll("tr[data-device]").length, 1);
});

test("only who manages the hall lets others in", async () => {
  const place = await mount(html`<${HallPage} store=${storeOf({ me: { ...me, may_manage: false }, hall: HALL })} />`);
  assert.equal(place.querySelector('[data-key="invite"]'), null);
});

test("a rank that is shared is written once, and earlier standings are chosen by their round", async () => {
  const row = (number, rank) => ({ rank, shared: false, number, name: `P${number}`, federation: "", rating: 0, points: "1.0", tiebreaks: ["2"] });
  const standings = { after: 2, moment: "after round 2", official: false, declarable: false, rounds: [1, 2], codes: ["BH"], rows: [row(1, 1), row(2, 2), row(3, 2)] };
  const store = storeOf({ me, selected, standings, tournaments: [] });
  const place = await mount(html`<${StandingsPage} store=${store} />`);
  assert.deepEqual(texts(place, "tbody td:first-child"), ["1", "2", ""]);
  const pick = place.querySelector("select");
  assert.deepEqual(texts(pick, "option"), ["the newest", "round 1", "round 2"]);
  Object.defineProperty(pick, "value", { value: "1", writable: true });
  await happen(pick, "change");
  assert.equal(store.selection.value.after, "1");
});

const person = (id) => ({ id, name: id.toUpperCase(), number: 1, title: "", rating: 0, points: "" });
const DRAFT = {
  round: 2, engine: "bbp", edited: false, reason: "", stale: [], warnings: [], differences: [], lot: "", byes: [],
  pairings: [{ id: "p1", board: 1, white: person("a"), black: person("b"), by_hand: false }],
  explanations: ["same scoregroup"],
};
const OUTLOOK = { next: 2, blockers: [], open: [], sentences: [], complete: true };

test("whoever is to be exchanged is chosen, and let go by a second click", async () => {
  const store = storeOf({ me, selected, outlook: OUTLOOK, draft: DRAFT });
  const place = await mount(html`<${NextPage} store=${store} />`);
  const button = place.querySelector('[data-key="exchange-a"]');
  await happen(button, "click");
  assert.equal(button.getAttribute("aria-pressed"), "true");
  assert.match(place.textContent, /Choose who changes places with A\./);
  await happen(button, "click");
  assert.equal(button.getAttribute("aria-pressed"), "false");
});

test("who was chosen to be exchanged stays while one looks elsewhere, and goes with the draft", async () => {
  const store = storeOf({ me, selected, outlook: OUTLOOK, draft: DRAFT });
  const place = await mount(html`<${NextPage} store=${store} />`);
  await happen(place.querySelector('[data-key="exchange-b"]'), "click");
  const again = await mount(html`<${NextPage} store=${store} />`);
  assert.match(again.textContent, /Choose who changes places with B\./);
  for (const draft of [null, DRAFT]) {
    store.set("draft", draft);
    await settled();
  }
  assert.ok(again.querySelector("#publish"));
  assert.doesNotMatch(again.textContent, /Choose who changes places/);
});

test("what blocks the pairing is said, with the byes that are to be decided", async () => {
  const asked = { id: "a", name: "Anna", requests: [{ round: 2, bye: "half-bye", granted: null, reason: "" }] };
  const store = storeOf({ me, selected, outlook: { ...OUTLOOK, blockers: ["a bye"] }, players: [asked] });
  const place = await mount(html`<${NextPage} store=${store} />`);
  assert.ok(place.querySelector("#pair").disabled);
  assert.deepEqual(texts(place, ".inline button"), ["Grant the bye", "Refuse it"]);
});
