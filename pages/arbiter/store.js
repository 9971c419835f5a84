// The page's copy of what the desk knows: named parts, kept up to date by the server.

const HISTORY_MS = 1000;

export class Store {
  constructor() {
    this.parts = new Map();
    this.seq = 0;
    this.selection = { tournament: "", stage: "", round: "" };
    this.listeners = new Set();
    this.seen = []; // [time, seq]: what stood on the page when
    this.own = new Map(); // the newest fact of this page's own commands, by what they are about
    this.ahead = 0; // ms that this computer's clock is ahead of the hall's
    this.source = null;
    this.connection = "connecting";
  }

  get(name) {
    return this.parts.get(name) ?? null;
  }

  boards() {
    const found = [];
    for (const [name, value] of this.parts) if (name.startsWith("board/")) found.push(value);
    return found.sort((a, b) => a.board - b.board);
  }

  // What somebody who acts now can have seen: nobody reacts to the last moment's change.
  seqSeen(agoMs = 0) {
    const limit = performance.now() - agoMs;
    let seq = null;
    for (const [at, value] of this.seen) if (at <= limit) seq = value;
    return seq ?? this.seen[0]?.[1] ?? this.seq;
  }

  // The time of day in the hall, in ms.
  hallTime() {
    return Date.now() - this.ahead;
  }

  onChange(listener) {
    this.listeners.add(listener);
  }

  select(selection) {
    this.selection = selection;
    this.connect();
  }

  connect() {
    this.source?.close();
    const query = new URLSearchParams(Object.entries(this.selection).filter(([, value]) => value));
    const source = new EventSource(`/api/events?${query}`);
    let first = true;
    source.onmessage = (event) => {
      const news = JSON.parse(event.data);
      const changed = new Set([...Object.keys(news.parts), ...news.gone]);
      if (first) {
        // A new stream begins with everything.
        for (const name of this.parts.keys()) {
          if (!(name in news.parts)) changed.add(name);
        }
        this.parts.clear();
        first = false;
      }
      for (const [name, value] of Object.entries(news.parts)) this.parts.set(name, value);
      for (const name of news.gone) this.parts.delete(name);
      this.seq = news.seq;
      this.ahead = Date.now() - Date.parse(news.now);
      const now = performance.now();
      this.seen.push([now, news.seq]);
      while (this.seen.length > 1 && this.seen[1][0] < now - HISTORY_MS) this.seen.shift();
      this.say("connected");
      this.tell(changed);
    };
    source.onerror = () => {
      if (this.source !== source) return;
      this.say("disconnected");
      first = true;
      if (source.readyState === EventSource.CLOSED) this.retry(source);
    };
    this.source = source;
  }

  async retry(source) {
    await new Promise((done) => setTimeout(done, 2000));
    if (this.source !== source) return;
    try {
      const answer = await fetch("/api/state", { cache: "no-store" });
      if (answer.status === 401) {
        location.replace("/sign-in");
        return;
      }
    } catch {
      // The program does not run; trying again is all there is to do.
    }
    this.connect();
  }

  say(connection) {
    if (this.connection === connection) return;
    this.connection = connection;
    this.tell(new Set(["connection"]));
  }

  tell(changed) {
    for (const listener of this.listeners) listener(changed);
  }
}
