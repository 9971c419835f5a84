// Sends commands. Each has an id made once: sent again after a lost answer, it still acts once.

import { h } from "./dom.js";
import { ask } from "./talk.js";

const RETRIES = 3;

export class Refused extends Error {}

// Refused until the arbiter says that they mean it: `field` is then true.
class AskFirst extends Refused {
  constructor(text, { field, reason }) {
    super(text);
    this.field = field;
    this.reason = reason;
  }
}

// What the program wants to be sure of is asked here, for every command alike.
export async function send(store, kind, fields, options = {}) {
  try {
    return await sendOnce(store, kind, fields, options);
  } catch (error) {
    if (!(error instanceof AskFirst)) throw error;
    const chosen = await ask({
      title: "Do it all the same?",
      body: [h("p", {}, error.message)],
      reason: error.reason ? {} : null,
      actions: [{ value: "yes", label: "Yes, do it" }],
    });
    if (!chosen) throw new Refused("Nothing was done.");
    const more = error.reason ? { reason: chosen.reason } : {};
    return await send(store, kind, { ...fields, ...more, [error.field]: true }, options);
  }
}

// `scope` is what the command is about. Whoever acted there last has seen their own act,
// though its echo may still be on its way.
async function sendOnce(store, kind, fields, { seenMs = 0, scope = "" } = {}) {
  const body = JSON.stringify({
    kind,
    id: newId(),
    expects: Math.max(store.seqSeen(seenMs), store.own.get(scope) ?? 0),
    ...fields,
  });
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch("/api/commands", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      });
    } catch {
      if (attempt >= RETRIES) {
        throw new Refused("The program does not answer. Look again before you repeat this.");
      }
      await new Promise((done) => setTimeout(done, 500 * attempt));
      continue;
    }
    if (answer.status === 401) {
      location.replace("/sign-in");
      throw new Refused("You are signed out.");
    }
    if (answer.ok) {
      const { seqs } = await answer.json();
      if (seqs.length) store.own.set(scope, Math.max(...seqs));
      return seqs;
    }
    const text = await answer.text();
    let told = {};
    try {
      told = JSON.parse(text);
    } catch {
      // Not one of ours: the text itself says it.
    }
    if (told.ask) throw new AskFirst(told.refused, told.ask);
    throw new Refused(told.refused ?? text);
  }
}

export async function post(path, fields) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  });
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text);
  let refused = text;
  try {
    refused = JSON.parse(text).refused ?? text;
  } catch {
    // The text itself says it.
  }
  throw new Refused(refused);
}

// randomUUID exists only on https and this computer; a phone in the hall has plain http.
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
