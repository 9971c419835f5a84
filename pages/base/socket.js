// A WebSocket that comes back by itself, and says whether it is there.

import { signal } from "./html.js";

const QUIET_MS = 40_000; // a server speaks at least every 15 s
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** @typedef {"connecting" | "connected" | "disconnected"} LinkState */

export class Socket {
  /** @type {import("../vendor/preact/signals.js").Signal<LinkState>} */
  state = signal("connecting");
  #address;
  #hear;
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watchdog;

  /**
   * @param {() => URL} address where to, asked anew each time
   * @param {(message: any) => boolean} hear takes a message; false where one before it is missing,
   *   and the connection is made anew
   */
  constructor(address, hear) {
    this.#address = address;
    this.#hear = hear;
  }

  open() {
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#now();
    });
    this.#connect();
  }

  #now() {
    if (this.#retry === undefined) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  #connect() {
    this.#retry = undefined;
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#take(socket, event.data));
    socket.addEventListener("close", () => this.#lose(socket));
    this.#watch(socket);
  }

  /** @param {WebSocket} socket @param {string} data */
  #take(socket, data) {
    if (socket !== this.#socket) return;
    this.#watch(socket);
    if (!this.#hear(JSON.parse(data))) {
      socket.close();
      return;
    }
    this.#wait = FIRST_WAIT_MS;
    this.state.value = "connected";
  }

  /** @param {WebSocket} socket */
  #watch(socket) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      socket.close();
      this.#lose(socket);
    }, QUIET_MS);
  }

  /** @param {WebSocket} socket */
  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watchdog);
    this.state.value = "disconnected";
    this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.7);
  }
}
