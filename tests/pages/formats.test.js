// Results, clocks, names and positions as text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { followed, moveNumber, positionInWords, toMove } from "../../pages/base/position.js";
import { pointsText, resultInWords, resultText, score, turned } from "../../pages/base/results.js";
import { capital, matches, surname, timesText, words } from "../../pages/base/text.js";
import { clockText, longClockText, secondsLeft, timeText } from "../../pages/base/times.js";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const result = (token, text, official = true) => ({ token, text, official });

test("a result is shown with a dash and said in words", () => {
  assert.equal(resultText(result("1-0", "1-0")), "1–0");
  assert.equal(resultText(null), "");
  assert.equal(resultInWords(result("1/2-1/2", "½-½", false)), "draw, provisional");
  assert.equal(resultInWords(result("+-", "+ -")), "+ -");
});

test("each side has its part of a result", () => {
  for (const [text, white, black] of [["1-0", "1", "0"], ["½-½", "½", "½"], ["+ -", "+", "-"], ["- +", "-", "+"]])
    assert.deepEqual(["white", "black"].map((side) => score(result("", text), side)), [white, black]);
});

test("a game with exchanged colours gives the pairing's result turned round", () => {
  assert.equal(turned(result("1-0", "1-0")), "0–1");
  assert.equal(turned(result("+-", "+ -")), "– +");
});

test("points are written with a half", () => {
  assert.deepEqual(["5.5", "1.0", "0.5", "10"].map(pointsText), ["5½", "1", "½", "10"]);
});

test("a clock shows hours where there are any, and dashes where nothing is known", () => {
  assert.deepEqual([0, 59.9, 3599, 3600, 5399].map(clockText), ["0:00", "0:59", "59:59", "1:00:00", "1:29:59"]);
  assert.equal(clockText(null), "–:––");
  assert.equal(longClockText(59), "0:00:59");
  assert.match(timeText("2026-03-01T14:05:09Z"), /^\d\d:05:09$/);
  assert.equal(timeText(null), "");
});

test("only the running side's time goes, and never below nothing", () => {
  const clock = { white: 100, black: null, running: "white", at: 1000 };
  assert.equal(secondsLeft(clock, "white", 11_000), 90);
  assert.equal(secondsLeft(clock, "white", 0), 100);
  assert.equal(secondsLeft(clock, "white", 1e9), 0);
  assert.equal(secondsLeft(clock, "black", 11_000), null);
  assert.equal(secondsLeft({ ...clock, running: null }, "white", 11_000), 100);
});

test("a position tells whose move it is and where the men stand", () => {
  assert.equal(toMove(AFTER_E4), "black");
  assert.equal(moveNumber(AFTER_E4), "1.");
  assert.equal(moveNumber(START), "0…");
  assert.match(positionInWords(AFTER_E4).white, /^King e1, Queen d1, .*Pawn e4/);
  assert.equal(positionInWords("8/8/8/8/8/8/8/8 w - - 0 1").black, "no men");
});

test("a man that moved keeps its identity, and one that was taken is gone", () => {
  const start = followed([], START);
  const after = followed(start, AFTER_E4);
  const pawn = start.find((man) => man.square === "e2");
  assert.equal(after.find((man) => man.square === "e4").id, pawn.id);
  assert.equal(after.length, 32);
  const taken = followed(after, "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
  assert.equal(taken.find((man) => man.square === "d5").id, pawn.id);
  assert.equal(taken.length, 31);
  assert.equal(new Set(taken.map((man) => man.id)).size, 31);
});

test("a man that comes after another has gone never takes an id that is in use", () => {
  const few = followed(followed([], "k7/8/8/8/8/8/8/K7 w - - 0 1"), "k7/8/8/8/8/8/8/7K w - - 0 1");
  const more = followed(few, "k7/8/8/8/8/8/QQ6/7K w - - 0 1");
  assert.equal(new Set(more.map((man) => man.id)).size, 4);
});

test("names and codes are words", () => {
  assert.equal(surname({ name: "Carlsen, Magnus" }), "Carlsen");
  assert.equal(surname(null), "?");
  assert.equal(words("chief-arbiter"), "chief arbiter");
  assert.equal(capital("after round 1"), "After round 1");
  assert.deepEqual([1, 2].map(timesText), ["once", "2 times"]);
  assert.ok(matches(" carl ", "Carlsen, Magnus"));
});
