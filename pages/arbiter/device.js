// How an electronic board is doing, in words.

import { timeText } from "./dom.js";

const times = (count) => (count === 1 ? "once" : `${count} times`);

// A board that went away and is looked for is told as such.
export function presence(device) {
  return device.presence === "offline" && device.tried > 0 ? "reconnecting" : device.presence;
}

// Since when it is so, how often it was looked for, and how often it has come back.
export function sinceWords(device) {
  const said = [];
  if (device.since) said.push(`since ${timeText(device.since)}`);
  if (device.tried > 0) said.push(`looked for ${times(device.tried)}`);
  if (device.returns > 0) said.push(`its connection has broken ${times(device.returns)}`);
  return said.join(", ");
}
