// The page of players: what is said of each, and what can be done about them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { happen, mount, settled, type } from "./dom.js";

const { html, signal } = await import("../../pages/base/html.js");
const { filledIn } = await import("../../pages/arbiter/players/entries.js");
const { PlayersPage } = await import("../../pages/arbiter/players/players.js");
const { outText } = await import("../../pages/arbiter/players/player-status.js");

const PLAYER = {
  number: 1, title: "", rating: 2000, federation: "NED", club: "", fide_id: "", sex: "", birth: "",
  first_round: 1, board: null, out_from: null, expelled: false, out_reason: "", penalties: [], absent: [], requests: [],
};
const ANNA = { ...PLAYER, id: "anna", name: "Anna" };
const BEA = { ...PLAYER, id: "bea", name: "Bea", title: "WIM", rating: 0 };

function storeOf(parts) {
  const all = new Map();
  const part = (name) => {
    if (!all.has(name)) all.set(name, signal(parts[name] ?? null));
    return all.get(name);
  };
  return { get: (name) => part(name).value, set: (name, value) => (part(name).value = value), boards: () => [] };
}

const me = { name: "Ana", role: "chief-arbiter", may_manage: true };
const tournaments = [{ id: "open", name: "Open", stages: [], next_round: 3, last_round: 5, offences: [] }];
const drawn = async (parts) => {
  const store = storeOf({ me, tournaments, ...parts });
  return { store, place: await mount(html`<${PlayersPage} store=${store} />`) };
};
const buttons = (place) => [...place.querySelectorAll(".row-actions button")].map((button) => button.textContent);

test("whoever is out can come back and do nothing else", async () => {
  const { place } = await drawn({ players: [{ ...ANNA, out_from: 3, out_reason: "ill" }] });
  assert.deepEqual(buttons(place), ["Plays again"]);
  assert.match(place.textContent, /withdrawn from round 3: ill/);
});

test("whoever was put out is taken back by another button", async () => {
  const { place } = await drawn({ players: [{ ...ANNA, out_from: 3, expelled: true, out_reason: "cheated" }] });
  assert.deepEqual(buttons(place), ["Take back"]);
});

test("since when a player is out is said in words", () => {
  assert.equal(outText(ANNA), "");
  assert.equal(outText({ ...ANNA, out_from: 2 }), "withdrawn from round 2");
  assert.equal(outText({ ...ANNA, out_from: 2, expelled: true, out_reason: "phone" }), "expelled from round 2: phone");
});

test("a bye is decided while nobody has, and taken back until its round is published", async () => {
  const request = (round, granted) => ({ round, bye: "half-bye", granted, reason: "late" });
  const { place } = await drawn({
    players: [{ ...ANNA, requests: [request(2, true), request(3, true), request(4, null), request(5, false)] }],
  });
  const keys = [...place.querySelectorAll("td.small button")].map((button) => button.dataset.key);
  assert.deepEqual(keys, ["plays-anna-3", "yes-anna-4", "no-anna-4"]);
  assert.match(place.textContent, /half-point bye in round 5: refused \(late\)/);
});

test("two who are kept apart are both told so", async () => {
  const apart = [{ players: [ANNA, BEA], first: 1, last: 5, reason: "sisters" }];
  const { place } = await drawn({ players: [ANNA, BEA], apart });
  const said = [...place.querySelectorAll("tr[data-player] td.small")].map((cell) => cell.textContent);
  assert.ok(said.some((text) => text.includes("must not meet Bea: sisters")));
  assert.ok(said.some((text) => text.includes("must not meet Anna: sisters")));
});

test("who was not seen yet has a button for it, until they were", async () => {
  const { store, place } = await drawn({ players: [ANNA, BEA], registers: { check_in: { seen: 1, missing: ["bea"] } } });
  assert.equal(place.querySelectorAll('[data-key^="seen-"]').length, 1);
  assert.match(place.textContent, /1 are here, 1 not seen yet/);
  store.set("registers", { check_in: { seen: 2, missing: [] } });
  await settled();
  assert.equal(place.querySelectorAll('[data-key^="seen-"]').length, 0);
});

test("a name that is looked for leaves the others out", async () => {
  const { place } = await drawn({ players: [ANNA, BEA] });
  const field = place.querySelector("input[type=search]");
  await type(field, " BE");
  assert.deepEqual([...place.querySelectorAll("tr[data-player]")].map((row) => row.dataset.player), ["bea"]);
  await type(field, "");
  await happen(field, "input");
  assert.equal(place.querySelectorAll("tr[data-player]").length, 2);
});

test("particulars are sent without blanks around them, and no rating is 0", () => {
  assert.deepEqual(filledIn({ name: " Late, Lea ", rating: "", club: "A " }), { name: "Late, Lea", rating: 0, club: "A" });
});
