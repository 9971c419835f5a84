// @ts-nocheck
// The token is in the address's fragment: no server, proxy or log sees it, and a program
// that only previews links does not use it up.

const say = document.getElementById("say");
const enter = document.getElementById("enter");
const ask = document.getElementById("ask");
let token = "";

async function signIn() {
  enter.disabled = true;
  try {
    const answer = await fetch("/api/sign-in", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
    });
    if (answer.ok) {
      location.replace("/");
      return;
    }
    say.textContent = await answer.text();
  } catch {
    say.textContent = "The program does not answer. Is it still running?";
    enter.disabled = false;
  }
}

async function askForLink() {
  ask.disabled = true;
  try {
    const answer = await fetch("/api/new-link", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: "{}",
    });
    say.textContent = answer.ok
      ? "A new link stands in the program's window now. Open it within 15 minutes."
      : await answer.text();
  } catch {
    say.textContent = "The program does not answer. Is it still running?";
  }
  ask.disabled = false;
}

ask.addEventListener("click", askForLink);
enter.addEventListener("click", signIn);

// A new link that is opened in the same tab changes nothing but the fragment.
function useLink() {
  token = location.hash.slice(1);
  if (!token) return;
  history.replaceState(null, "", "/sign-in");
  say.textContent = "One moment.";
  enter.hidden = false;
  signIn();
}

addEventListener("hashchange", useLink);
useLink();
