// How an electronic board is doing, in words.

import { timesText } from "../../base/text.js";
import { timeText } from "../../base/times.js";

/** @typedef {import("../state.js").Device} Device */

/** A board that went away and is looked for is told as such. @param {Device} device */
export function presence(device) {
  return device.presence === "offline" && device.tried > 0 ? "reconnecting" : device.presence;
}

/** Since when it is so, how often it was looked for, how often it has come back. @param {Device} device */
export function sinceWords(device) {
  const said = [];
  if (device.since) said.push(`since ${timeText(device.since)}`);
  if (device.tried > 0) said.push(`looked for ${timesText(device.tried)}`);
  if (device.returns > 0) said.push(`its connection has broken ${timesText(device.returns)}`);
  return said.join(", ");
}
