// A stream of server-sent events that comes back by itself, and says whether it is there.

import { signal } from "./html.js";

const RETRY_MS = 2000;

export class Events {
  /** @type {import("../vendor/preact/signals.js").Signal<import("./socket.js").LinkState>} */
  state = signal("connecting");
  #address;
  #hear;
  #closed;
  /** @type {EventSource | null} */
  #source = null;

  /**
   * @param {() => string} address where to, asked anew each time
   * @param {(news: any, first: boolean) => void} hear `first` begins a stream
   * @param {() => Promise<void>} closed the server does not want this stream; called before it
   *   is asked again
   */
  constructor(address, hear, closed) {
    this.#address = address;
    this.#hear = hear;
    this.#closed = closed;
  }

  /** Begin a stream; one that runs is ended. */
  open() {
    this.#source?.close();
    const source = new EventSource(this.#address());
    let first = true;
    source.onmessage = (event) => {
      this.#hear(JSON.parse(event.data), first);
      first = false;
      this.state.value = "connected";
    };
    source.onerror = () => {
      if (this.#source !== source) return;
      this.state.value = "disconnected";
      first = true;
      if (source.readyState === EventSource.CLOSED) this.#retry(source);
    };
    this.#source = source;
  }

  /** @param {EventSource} source */
  async #retry(source) {
    await new Promise((done) => setTimeout(done, RETRY_MS));
    if (this.#source !== source) return;
    await this.#closed();
    this.open();
  }
}
