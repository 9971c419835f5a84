// The token is in the address's fragment: no server, proxy or log sees it, and a program
// that only previews links does not use it up.

const say = document.getElementById("say");
const enter = document.getElementById("enter");
const token = location.hash.slice(1);

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

if (token) {
  history.replaceState(null, "", "/sign-in");
  say.textContent = "One moment.";
  enter.hidden = false;
  enter.addEventListener("click", signIn);
  signIn();
}
