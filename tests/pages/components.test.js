// What pages are made of, used as a person uses it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { happen, mount, settled, type } from "./dom.js";

const { html, signal } = await import("../../pages/base/html.js");
const { Diagram } = await import("../../pages/base/diagram.js");
const { Dialogs, ask, dialogIsOpen } = await import("../../pages/base/dialog.js");
const { press } = await import("../../pages/base/keyboard.js");
const { MiniBoard } = await import("../../pages/base/mini.js");
const { Table } = await import("../../pages/base/table.js");
const { Toasts, toast } = await import("../../pages/base/toast.js");
const { useTyped } = await import("../../pages/base/typed.js");

const texts = (place, selector) => [...place.querySelectorAll(selector)].map((found) => found.textContent);

test("a name is text and never markup", async () => {
  const place = await mount(html`<p title=${"<i>"}>${"<b>Bobby</b> & Tables"}</p>`);
  assert.equal(place.querySelector("p").textContent, "<b>Bobby</b> & Tables");
  assert.equal(place.querySelector("b"), null);
});

test("what is being typed stays while the state goes on, and the state shows where nothing was typed", async () => {
  const minutes = signal("5");
  let field;
  function Delay() {
    field = useTyped(minutes.value);
    return html`<input value=${field.value} oninput=${field.oninput} />`;
  }
  const place = await mount(html`<${Delay} />`);
  const input = place.querySelector("input");
  minutes.value = "6";
  await settled();
  assert.equal(input.value, "6");
  await type(input, "15");
  assert.ok(field.changed);
  minutes.value = "7";
  await settled();
  assert.equal(place.querySelector("input"), input);
  assert.equal(input.value, "15");
  field.reset();
  await settled();
  assert.equal(input.value, "7");
});

test("two messages are shown at most, and a newer one on the same thing takes the older one's place", async () => {
  const place = await mount(html`<${Toasts} />`);
  toast("Board 1: 1-0 entered", { about: "g1", problem: true });
  toast("Board 1: reopened", { about: "g1", problem: true });
  toast("Board 2", { problem: true });
  await settled();
  assert.deepEqual(texts(place, ".toast span"), ["Board 1: reopened", "Board 2"]);
  toast("Board 3", { problem: true });
  await settled();
  assert.deepEqual(texts(place, ".toast span"), ["Board 2", "Board 3"]);
  await happen(place.querySelector(".toast .quiet"), "click");
  assert.deepEqual(texts(place, ".toast span"), ["Board 3"]);
});

test("a message goes once what it says is no longer so, and not before it was so", async () => {
  const place = await mount(html`<${Toasts} />`);
  const state = signal("started");
  toast("Round 1 closed", { problem: true, holds: () => state.value === "closed" });
  await settled();
  assert.ok(texts(place, ".toast span").includes("Round 1 closed"));
  state.value = "closed";
  await settled();
  assert.ok(texts(place, ".toast span").includes("Round 1 closed"));
  state.value = "started";
  await settled();
  assert.ok(!texts(place, ".toast span").includes("Round 1 closed"));
});

test("undo takes back and takes the message away", async () => {
  const place = await mount(html`<${Toasts} />`);
  let undone = 0;
  toast("entered", { problem: true, undo: () => (undone += 1) });
  await settled();
  await happen([...place.querySelectorAll("button")].find((button) => button.textContent === "Undo"), "click");
  assert.equal(undone, 1);
  assert.ok(!texts(place, ".toast span").includes("entered"));
});

test("a question is asked in a dialog and answered null where that is closed", async () => {
  const place = await mount(html`<${Dialogs} />`);
  const dialog = place.querySelector("dialog");
  dialog.showModal = () => dialog.setAttribute("open", "");
  const answer = ask({
    title: "Reopen round 1?",
    body: html`<p>${"It was closed."}</p>`,
    reason: {},
    actions: [{ heading: "More" }, { value: "yes", label: "Reopen" }],
  });
  await settled();
  assert.ok(dialogIsOpen());
  assert.deepEqual(texts(dialog, "button"), ["Reopen", "Cancel"]);
  assert.ok(dialog.querySelector("textarea").hasAttribute("required"));
  await happen(dialog, "close");
  assert.equal(await answer, null);
  assert.ok(!dialogIsOpen());
  assert.equal(dialog.children.length, 0);
});

test("a key is left to whoever types and to a dialog", async () => {
  const place = await mount(html`<div><input /><p></p></div>`);
  let pressed = 0;
  const keys = { f: () => void (pressed += 1), Enter: () => false };
  const on = (target, key, more = {}) => {
    const event = { target, key, prevented: false, preventDefault: () => (event.prevented = true), ...more };
    press(keys, event);
    return event.prevented;
  };
  assert.ok(on(place.querySelector("p"), "f"));
  assert.ok(!on(place.querySelector("input"), "f"));
  assert.ok(!on(place.querySelector("p"), "f", { ctrlKey: true }));
  assert.ok(!on(place.querySelector("p"), "Enter"));
  assert.ok(!on(place.querySelector("p"), "toString"));
  assert.equal(pressed, 1);
  const open = await mount(html`<div><dialog open></dialog><p></p></div>`);
  assert.ok(!on(open.querySelector("p"), "f"));
});

test("a man on the small board keeps its element when it moves", async () => {
  const game = signal({ fen: "8/8/8/8/8/8/4P3/8 w - - 0 1", uci: "" });
  const Board = () => html`<${MiniBoard} ...${game.value} />`;
  const place = await mount(html`<${Board} />`);
  const pawn = place.querySelector("piece");
  game.value = { fen: "8/8/8/8/4P3/8/8/8 b - - 0 1", uci: "e2e4" };
  await settled();
  assert.equal(place.querySelector("piece"), pawn);
  assert.match(pawn.getAttribute("style"), /translate\(400%, 400%\)/);
  assert.equal(place.querySelectorAll("square.last-move").length, 2);
});

test("a diagram has a name, and marks what stands out", async () => {
  const squares = `R${".".repeat(62)}k`;
  const place = await mount(html`<${Diagram} squares=${squares} marked=${["h8"]} title="Now" />`);
  assert.equal(place.querySelector("figcaption").textContent, "Now");
  assert.equal(place.querySelectorAll("td").length, 64);
  assert.equal(place.querySelector("td.marked").textContent, "♚\ufe0e");
});

test("a table says what its columns are", async () => {
  const place = await mount(html`<${Table} class="list" columns=${["Name", ["No.", "number"]]}><tr><td>A</td></tr><//>`);
  assert.deepEqual(texts(place, "th[scope=col]"), ["Name", "No."]);
  assert.equal(place.querySelector("th.number").textContent, "No.");
});
