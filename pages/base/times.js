// The time that is shown, and clocks and times of day as text.

import { signal } from "./html.js";

const HOUR = 3600;

/**
 * @typedef {object} Clock what a game's clock showed at a moment, in seconds
 * @property {number | null} white
 * @property {number | null} black
 * @property {string | null} running whose time runs
 * @property {number} at the moment, in ms
 */

/** The moment that the messages speak of: for a delayed audience it lies in the past. */
export class ShownTime {
  /** The moment as of the last tick; views of clocks follow it. */
  shown = signal(0);
  #saidMs = 0;
  #heardAt = 0;
  #running = false;

  /** A message said that it is `ms` now. @param {number} ms */
  set(ms) {
    const stood = !this.#running;
    this.#saidMs = ms;
    this.#heardAt = performance.now();
    this.#running = true;
    if (stood) this.tick(); // else the next tick is soon enough: a message moves no other board's clock
  }

  /** Nothing is heard any more: time stands. */
  stop() {
    if (this.#running) this.#saidMs = this.now();
    this.#running = false;
  }

  now() {
    return this.#running ? this.#saidMs + performance.now() - this.#heardAt : this.#saidMs;
  }

  /** Let the clocks go on. */
  tick() {
    this.shown.value = this.now();
  }
}

/**
 * Seconds a side has left at `now`, null where the clock does not say.
 *
 * @param {Clock | null | undefined} clock
 * @param {"white" | "black"} side
 * @param {number} now
 */
export function secondsLeft(clock, side, now) {
  const left = clock?.[side] ?? null;
  if (!clock || left === null || clock.running !== side) return left;
  return Math.max(0, left - Math.max(0, now - clock.at) / 1000);
}

/** @param {number} seconds */
function parts(seconds) {
  const whole = Math.floor(seconds);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  return { hours: Math.floor(whole / HOUR), minutes, twoMinutes: two(minutes), rest: two(whole % 60) };
}

/** `1:02:03`, `12:31`, or `–:––` where unknown. @param {number | null | undefined} seconds */
export function clockText(seconds) {
  if (seconds === null || seconds === undefined) return "–:––";
  const { hours, minutes, twoMinutes, rest } = parts(seconds);
  return hours ? `${hours}:${twoMinutes}:${rest}` : `${minutes}:${rest}`;
}

/** `0:12:31`: with the hours always there. @param {number | null | undefined} seconds */
export function longClockText(seconds) {
  if (seconds === null || seconds === undefined) return "–:––";
  const { hours, twoMinutes, rest } = parts(seconds);
  return `${hours}:${twoMinutes}:${rest}`;
}

/** A moment as the time of day: `14:05:09`; empty for none. @param {string | null} stamp */
export function timeText(stamp) {
  if (!stamp) return "";
  return new Date(stamp).toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  });
}
