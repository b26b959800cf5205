/**
 * Keeps what has been entered into a question: in this browser at every stroke, and on the server
 * shortly after (`data-draft-url`). The copy in the browser goes once the server has it, or once
 * the question is answered.
 */
const PAUSE_MS = 900;
const RETRY_MS = 8000;
const NOT_ENTERED = new Set(["csrfmiddlewaretoken", "idempotency_key", "started"]);

function keep(form) {
  if (form.dataset.draftReady) return;
  form.dataset.draftReady = "yes";
  const state = form.querySelector("[data-draft-state]");
  const place = `draft:${form.dataset.draftKey}`;
  let saved = entered(form);
  let timer = 0;
  let sending = null;

  const say = (name) => { if (state) state.textContent = state.dataset[name]; };
  const later = (ms) => { clearTimeout(timer); timer = setTimeout(save, ms); };

  async function save() {
    const now = entered(form);
    if (!form.isConnected || now === saved) return;
    sending?.abort();
    sending = new AbortController();
    say("saving");
    try {
      const answer = await fetch(form.dataset.draftUrl, {
        method: "POST",
        headers: { "X-CSRFToken": form.elements.csrfmiddlewaretoken.value },
        body: new URLSearchParams(now),
        signal: sending.signal,
      });
      if (answer.status === 409) return say("unsaved"); // answered elsewhere: no draft any more
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      saved = now;
      if (entered(form) === now) { forget(place); say("saved"); }
    } catch (problem) {
      if (problem.name === "AbortError") return;
      say("unsaved");
      later(RETRY_MS);
    }
  }

  const kept = recall(place);
  if (kept !== null) {
    fill(form, kept);
    saved = null; // the browser may have filled the form by itself: the server still lacks it
    later(0);
  }
  form.addEventListener("input", () => { remember(place, entered(form)); say("saving"); later(PAUSE_MS); });
  form.addEventListener("focusout", (event) => {
    if (event.relatedTarget?.type !== "submit") save(); // what is handed in needs no draft
  });
  window.addEventListener("online", save);
  form.addEventListener("htmx:beforeRequest", () => { clearTimeout(timer); sending?.abort(); });
  form.addEventListener("htmx:afterRequest", () => later(PAUSE_MS)); // it may not have arrived
}

/** The fields that a learner fills, as one line of text. */
function entered(form) {
  const fields = [...new FormData(form)].filter(([name]) => !NOT_ENTERED.has(name));
  return new URLSearchParams(fields).toString();
}

function fill(form, text) {
  const fields = new URLSearchParams(text);
  for (const control of form.elements) {
    if (!control.name || NOT_ENTERED.has(control.name)) continue;
    const values = fields.getAll(control.name);
    if (control.type === "radio" || control.type === "checkbox") control.checked = values.includes(control.value);
    else if (values.length && control.type !== "submit") control.value = values[0];
  }
  form.dispatchEvent(new Event("draft:filled"));
}

// A browser may refuse its storage (private windows, full disk); the server's copy then has to do.
function remember(place, text) { try { localStorage.setItem(place, text); } catch { /* no storage */ } }
function recall(place) { try { return localStorage.getItem(place); } catch { return null; } }
function forget(place) { try { localStorage.removeItem(place); } catch { /* no storage */ } }

function keepAll(root) {
  root.querySelectorAll("form[data-draft-url]").forEach(keep);
  const answered = root.matches?.(".is-answered") ? [root] : root.querySelectorAll(".question.is-answered");
  for (const question of answered) forget(`draft:${question.id}`);
}
document.addEventListener("htmx:load", (event) => keepAll(event.target));
keepAll(document);
