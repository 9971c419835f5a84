// Streams that come back by themselves, and what the arbiter's page makes of one.

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";

import { NodeEvent } from "./dom.js";

const { Events } = await import("../../pages/base/events.js");
const { Socket } = await import("../../pages/base/socket.js");
const { Store } = await import("../../pages/arbiter/store.js");

class FakeSource {
  static CLOSED = 2;
  static made = [];
  readyState = 1;
  constructor(address) {
    this.address = address;
    FakeSource.made.push(this);
  }
  close() {
    this.readyState = 2;
  }
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  break() {
    this.readyState = 2;
    this.onerror();
  }
}

class FakeSocket extends globalThis.EventTarget {
  static made = [];
  constructor(address) {
    super();
    this.address = address;
    FakeSocket.made.push(this);
  }
  close() {
    this.dispatchEvent(new NodeEvent("close"));
  }
  say(message) {
    this.dispatchEvent(Object.assign(new NodeEvent("message"), { data: JSON.stringify(message) }));
  }
}

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
let now = 0;
let alarms = [];

/** Time goes on by `ms`, and what was due happens. */
function pass(ms) {
  now += ms;
  const due = alarms.filter((alarm) => alarm.at <= now);
  alarms = alarms.filter((alarm) => alarm.at > now);
  for (const { then } of due) then();
}

beforeEach(() => {
  FakeSource.made = [];
  FakeSocket.made = [];
  alarms = [];
  globalThis.EventSource = FakeSource;
  globalThis.WebSocket = FakeSocket;
  globalThis.setTimeout = (then, ms) => {
    const alarm = { at: now + ms, then };
    alarms.push(alarm);
    return alarm;
  };
  globalThis.clearTimeout = (cleared) => {
    alarms = alarms.filter((alarm) => alarm !== cleared);
  };
});
after(() => {
  globalThis.setTimeout = realSetTimeout;
  globalThis.clearTimeout = realClearTimeout;
});

const soon = async () => {
  for (let turn = 0; turn < 5; turn += 1) await null;
};

test("a stream that the server closed is asked for again, and begins anew", async () => {
  const heard = [];
  const events = new Events(() => "/api/events", (news, first) => heard.push([news, first]), async () => {});
  events.open();
  FakeSource.made[0].say(1);
  FakeSource.made[0].say(2);
  assert.equal(events.state.value, "connected");
  FakeSource.made[0].break();
  assert.equal(events.state.value, "disconnected");
  pass(2000);
  await soon();
  FakeSource.made[1].say(3);
  assert.deepEqual(heard, [[1, true], [2, false], [3, true]]);
  assert.equal(events.state.value, "connected");
});

test("a stream that was replaced is not heard of again", async () => {
  const events = new Events(() => "/api/events", () => {}, async () => {});
  events.open();
  events.open();
  FakeSource.made[1].say(1);
  FakeSource.made[0].break();
  assert.equal(events.state.value, "connected");
});

function newSocket(hear = () => true) {
  const socket = new Socket(() => new URL("ws://hall/socket"), hear);
  socket.open();
  return socket;
}

test("a socket that is lost comes back, later each time", () => {
  const socket = newSocket();
  FakeSocket.made[0].close();
  assert.equal(socket.state.value, "disconnected");
  pass(700);
  assert.equal(FakeSocket.made.length, 2);
  FakeSocket.made[1].close();
  pass(500);
  assert.equal(FakeSocket.made.length, 2);
  pass(700);
  assert.equal(FakeSocket.made.length, 3);
});

test("a socket on which nothing is heard for long is given up", () => {
  const socket = newSocket();
  FakeSocket.made[0].say({});
  pass(39_000);
  assert.equal(socket.state.value, "connected");
  pass(1000);
  assert.equal(socket.state.value, "disconnected");
});

test("a message that leaves a gap ends the connection", () => {
  const socket = newSocket(() => false);
  FakeSocket.made[0].say({});
  assert.equal(socket.state.value, "disconnected");
});

const news = (seq, parts, gone = []) => ({ seq, now: "2026-03-01T10:00:00Z", parts, gone });

test("the arbiter's parts change by name, and a new stream leaves none of the old ones", () => {
  const store = new Store();
  store.connect();
  const [source] = FakeSource.made;
  source.say(news(1, { "hall": { name: "Club" }, "board/g2": { board: 2 }, "board/g1": { board: 1 } }));
  assert.deepEqual(store.boards().map((board) => board.board), [1, 2]);
  source.say(news(2, { "board/g3": { board: 3 } }, ["board/g1"]));
  assert.deepEqual(store.boards().map((board) => board.board), [2, 3]);
  store.select({ tournament: "open", stage: "", round: "" });
  assert.equal(FakeSource.made[1].address, "/api/events?tournament=open");
  FakeSource.made[1].say(news(3, { hall: { name: "Club" } }));
  assert.deepEqual(store.boards(), []);
  assert.equal(store.get("hall").name, "Club");
});

test("who acts has seen what stood there a moment ago, and nothing younger", async () => {
  const store = new Store();
  store.connect();
  FakeSource.made[0].say(news(7, {}));
  assert.equal(store.seqSeen(1000), 7);
  FakeSource.made[0].say(news(8, {}));
  assert.equal(store.seqSeen(0), 8);
  assert.equal(store.seqSeen(1000), 7);
});
