// The time that is shown, and clocks in it.

const INCREASES = 3600;

/** The moment that the messages speak of: for a delayed audience it lies in the past. */
export class ShownTime {
  #shownMs = 0;
  #heardAt = 0;
  #running = false;

  /** A message said that it is `ms` now. */
  set(ms) {
    this.#shownMs = ms;
    this.#heardAt = performance.now();
    this.#running = true;
  }

  /** Nothing is heard any more: time stands. */
  stop() {
    if (this.#running) this.#shownMs = this.now();
    this.#running = false;
  }

  now() {
    return this.#running ? this.#shownMs + performance.now() - this.#heardAt : this.#shownMs;
  }
}

/** Seconds a side has left at `now`, null where the clock does not say. */
export function secondsLeft(clock, side, now) {
  if (!clock || clock[side] === null) return null;
  if (clock.running !== side) return clock[side];
  return Math.max(0, clock[side] - Math.max(0, now - clock.at) / 1000);
}

/** `1:02:03`, `12:31`, or `–:––` where unknown. */
export function clockText(seconds) {
  if (seconds === null || seconds === undefined) return "–:––";
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  if (whole < INCREASES) return `${minutes}:${rest}`;
  return `${Math.floor(whole / INCREASES)}:${String(minutes).padStart(2, "0")}:${rest}`;
}
