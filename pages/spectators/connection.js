// The socket: it comes back by itself, resumes where it was, and says when it is lost.

const QUIET_MS = 40_000; // the server speaks at least every 15 s
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** @typedef {"connecting" | "live" | "lost"} LinkState */

export class Connection {
  #store;
  #time;
  #token;
  #onState;
  #socket = null;
  #wait = FIRST_WAIT_MS;
  #retry = 0;
  #watchdog = 0;

  /**
   * @param {import("./store.js").Store} store
   * @param {import("./times.js").ShownTime} time
   * @param {string} token
   * @param {(state: LinkState) => void} onState
   */
  constructor(store, time, token, onState) {
    this.#store = store;
    this.#time = time;
    this.#token = token;
    this.#onState = onState;
    addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.#retry) this.#now();
    });
    this.#open();
  }

  #now() {
    if (!this.#retry) return;
    clearTimeout(this.#retry);
    this.#open();
  }

  #open() {
    this.#retry = 0;
    const address = new URL("/socket", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("epoch", this.#store.epoch);
    address.searchParams.set("n", String(this.#store.n));
    if (this.#token) address.searchParams.set("token", this.#token);
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => this.#hear(socket, event.data));
    socket.addEventListener("close", () => this.#lose(socket));
    this.#watch(socket);
  }

  #hear(socket, data) {
    if (socket !== this.#socket) return;
    this.#watch(socket);
    const message = JSON.parse(data);
    if (!this.#store.take(message)) {
      this.#store.epoch = ""; // something is missing: ask for a snapshot
      socket.close();
      return;
    }
    this.#time.set(message.now);
    this.#wait = FIRST_WAIT_MS;
    this.#onState("live");
  }

  #watch(socket) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      socket.close();
      this.#lose(socket);
    }, QUIET_MS);
  }

  #lose(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watchdog);
    this.#time.stop();
    this.#onState("lost");
    this.#retry = setTimeout(() => this.#open(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 1.7);
  }
}
