// Sends commands. Each has an id made once: sent again after a lost answer, it still acts once.

import { ask } from "../base/dialog.js";
import { html } from "../base/html.js";
import { toast } from "../base/toast.js";

const TRIES = 3;
const WAIT_MS = 500;
const JSON_HEADERS = { "Content-Type": "application/json" };

/** @typedef {Record<string, unknown>} Fields */

/**
 * @typedef {object} SendOptions
 * @property {number} [seenMs] whoever acts has seen what stood there so long ago, nothing younger
 * @property {string} [scope] what the command is about: whoever acted there last has seen their
 *   own act, though its echo may still be on its way
 */

/** The desk said no; its message is the reason, to be shown as it is. */
export class Refused extends Error {}

/** Refused until the arbiter says that they mean it: `field` is then true. */
class AskFirst extends Refused {
  /** @param {string} text @param {{ field: string, reason: boolean }} about */
  constructor(text, { field, reason }) {
    super(text);
    this.field = field;
    this.reason = reason;
  }
}

/**
 * Send a command. What the program wants to be sure of is asked here, for every command alike.
 *
 * @param {import("./store.js").Store} store
 * @param {string} kind
 * @param {Fields} fields
 * @param {SendOptions} [options]
 * @returns {Promise<number[]>} the facts that it made
 * @throws {Refused}
 */
export async function send(store, kind, fields, options = {}) {
  try {
    return await sendOnce(store, kind, fields, options);
  } catch (error) {
    if (!(error instanceof AskFirst)) throw error;
    const chosen = await ask({
      title: "Do it all the same?",
      body: html`<p>${error.message}</p>`,
      reason: error.reason ? {} : null,
      actions: [{ value: "yes", label: "Yes, do it" }],
    });
    if (!chosen) throw new Refused("Nothing was done.");
    const more = error.reason ? { reason: chosen.reason } : {};
    return await send(store, kind, { ...fields, ...more, [error.field]: true }, options);
  }
}

/**
 * Send a command and say how it went; true where it was done.
 *
 * @param {import("./store.js").Store} store
 * @param {string} kind
 * @param {Fields} fields
 * @param {string} said what to say when it is done
 * @param {SendOptions & Parameters<typeof toast>[1]} [options]
 */
export async function act(store, kind, fields, said, { seenMs, scope, ...told } = {}) {
  return await sayingRefusals(async () => {
    await send(store, kind, fields, { seenMs, scope });
    toast(said, told);
  });
}

/** Do something; where the desk refuses, say so and return false. @param {() => Promise<void>} work */
export async function sayingRefusals(work) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message, { problem: true });
    return false;
  }
}

/** @param {import("./store.js").Store} store @param {string} kind @param {Fields} fields @param {SendOptions} options */
async function sendOnce(store, kind, fields, { seenMs = 0, scope = "" }) {
  const body = JSON.stringify({
    kind,
    id: newId(),
    expects: Math.max(store.seqSeen(seenMs), store.own.get(scope) ?? 0),
    ...fields,
  });
  const answer = await postSurely("/api/commands", body);
  if (answer.status === 401) {
    location.replace("/sign-in");
    throw new Refused("You are signed out.");
  }
  if (!answer.ok) throw refusal(await answer.text());
  /** @type {{ seqs: number[], left?: string[] }} */
  const { seqs, left } = await answer.json();
  if (left?.length) toast(`Left for a ruling: ${left.join("; ")}`, { problem: true });
  if (seqs.length) store.own.set(scope, Math.max(...seqs));
  return seqs;
}

/** Post, again where no answer comes: the id inside sees to it that it acts once. @param {string} path @param {string} body */
async function postSurely(path, body) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(path, { method: "POST", headers: JSON_HEADERS, body });
    } catch {
      if (attempt >= TRIES)
        throw new Refused("The program does not answer. Look again before you repeat this.");
      await new Promise((done) => setTimeout(done, WAIT_MS * attempt));
    }
  }
}

/** Ask the desk for something that is no command. @param {string} path @param {Fields} fields */
export async function post(path, fields) {
  const answer = await fetch(path, { method: "POST", headers: JSON_HEADERS, body: JSON.stringify(fields) });
  const text = await answer.text();
  if (!answer.ok) throw refusal(text);
  return JSON.parse(text);
}

/** What an answer that is no success says. @param {string} text */
function refusal(text) {
  let told;
  try {
    told = JSON.parse(text);
  } catch {
    return new Refused(text); // not one of ours: the text itself says it
  }
  if (told.ask) return new AskFirst(told.refused, told.ask);
  return new Refused(told.refused ?? text);
}

/** randomUUID exists only on https and this computer; a phone in the hall has plain http. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
