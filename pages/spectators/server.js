// The server's addresses, with the token of whoever was given one.

const token = new URLSearchParams(location.search).get("token") ?? "";

/** An address on this server. @param {string} path */
export function at(path) {
  return token ? `${path}?token=${encodeURIComponent(token)}` : path;
}

/** @param {string} path */
export async function fetchJson(path) {
  const answer = await fetch(at(path));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Where the messages come from, after what was heard. @param {string} epoch @param {number} n */
export function socketAddress(epoch, n) {
  const address = new URL("/socket", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("epoch", epoch);
  address.searchParams.set("n", String(n));
  if (token) address.searchParams.set("token", token);
  return address;
}
