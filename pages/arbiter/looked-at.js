// The tournament and the stage that are looked at, and commands about them.

import { act } from "./commands.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {Parameters<typeof act>[4]} ActOptions */

/** The tournament that is looked at; the first where none is chosen. @param {Store} store */
export function tournamentOf(store) {
  const chosen = store.get("selected")?.tournament;
  const all = store.get("tournaments") ?? [];
  return all.find((tournament) => tournament.id === chosen) ?? all.at(0);
}

/**
 * A command about the tournament; says what was done, and refusals.
 *
 * @param {Store} store
 * @param {string} kind
 * @param {import("./commands.js").Fields} fields
 * @param {string} said
 * @param {ActOptions} [options]
 */
export async function actInTournament(store, kind, fields, said, options) {
  return await act(store, kind, { tournament: tournamentOf(store)?.id, ...fields }, said, options);
}

/**
 * A command about a stage; says what was done, and refusals.
 *
 * @param {Store} store
 * @param {string} kind
 * @param {import("./commands.js").Fields} fields may name another stage than the one looked at
 * @param {string} said
 * @param {ActOptions} [options]
 */
export async function actInStage(store, kind, fields, said, options) {
  const about = stageFields(store, fields);
  return await act(store, kind, about, said, { scope: stageScope(about), ...options });
}

/** @param {Store} store @param {import("./commands.js").Fields} [fields] @returns {import("./commands.js").Fields} */
export function stageFields(store, fields) {
  const selected = store.get("selected");
  return { tournament: selected?.tournament, stage: selected?.stage, ...fields };
}

/** What commands about a stage have in common: each has seen what the one before it did. @param {import("./commands.js").Fields} about */
export function stageScope({ tournament, stage }) {
  return `${tournament}/${stage}`;
}
