/**
 * Keeps a free text while it is being written: in this browser at every stroke, and on the server
 * shortly after (`data-draft-url`). The copy in the browser goes once the server has it.
 */
const PAUSE_MS = 900;
const RETRY_MS = 8000;

function keep(box) {
  if (box.dataset.draftReady) return;
  box.dataset.draftReady = "yes";
  const form = box.form;
  const state = form.querySelector("[data-draft-state]");
  const place = `draft:${box.dataset.draftKey}`;
  let saved = box.value;
  let timer = 0;
  let sending = null;

  const say = (name) => { if (state) state.textContent = state.dataset[name]; };
  const later = (ms) => { clearTimeout(timer); timer = setTimeout(save, ms); };

  async function save() {
    if (!box.isConnected || box.value === saved) return;
    sending?.abort();
    sending = new AbortController();
    const text = box.value;
    say("saving");
    try {
      const answer = await fetch(box.dataset.draftUrl, {
        method: "POST",
        headers: { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
        body: new URLSearchParams({ text }),
        signal: sending.signal,
      });
      if (answer.status === 409) return say("unsaved"); // answered elsewhere: no draft any more
      if (!answer.ok) throw new Error(String(answer.status));
      saved = text;
      if (box.value === text) { forget(place); say("saved"); }
    } catch (problem) {
      if (problem.name === "AbortError") return;
      say("unsaved");
      later(RETRY_MS);
    }
  }

  const kept = recall(place);
  if (kept !== null && kept !== box.value) { box.value = kept; later(0); }
  box.addEventListener("input", () => { remember(place, box.value); say("saving"); later(PAUSE_MS); });
  box.addEventListener("blur", save);
  window.addEventListener("online", save);
  // Once handed in, the text lives in the answer; a refused form keeps the box and saves again.
  form.addEventListener("htmx:beforeSwap", (event) => {
    clearTimeout(timer);
    if (event.detail.xhr.status < 300) forget(place);
  });
}

// A browser may refuse its storage (private windows, full disk); the server's copy then has to do.
function remember(place, text) { try { localStorage.setItem(place, text); } catch { /* no storage */ } }
function recall(place) { try { return localStorage.getItem(place); } catch { return null; } }
function forget(place) { try { localStorage.removeItem(place); } catch { /* no storage */ } }

function keepAll(root) { root.querySelectorAll("textarea[data-draft-url]").forEach(keep); }
document.addEventListener("htmx:load", (event) => keepAll(event.target));
keepAll(document);
