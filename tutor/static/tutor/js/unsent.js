/**
 * Keeps what was changed in a form from its sending until the server has taken or refused it. If
 * the session had run out, signing in leads back to the page, and the changes are filled in again.
 */
const form = document.querySelector("form[data-unsent]");
const place = `unsent:${form.dataset.unsent}`;

/** The value that the page showed; undefined for what is no setting. */
const shown = (control) => form.elements[`initial-${control.name}`]?.value;
const current = (control) => (control.type === "checkbox" ? (control.checked ? "True" : "False") : control.value);

function changes() {
  const settings = [...form.elements].filter((control) => shown(control) !== undefined);
  const changed = settings.filter((control) => current(control) !== shown(control));
  return Object.fromEntries(changed.map((control) => [control.name, current(control)]));
}

function fill(kept) {
  for (const [name, value] of Object.entries(kept)) {
    const control = form.elements[name];
    if (!control) continue;
    if (control.type === "checkbox") control.checked = value === "True";
    else control.value = value;
  }
  const words = form.querySelector("[data-unsent-words]");
  words.hidden = false;
  words.focus();
}

// A browser may refuse its storage; then all is as it is without scripts.
function remember() { try { sessionStorage.setItem(place, JSON.stringify(changes())); } catch { /* no storage */ } }
function take() {
  try {
    const kept = sessionStorage.getItem(place);
    sessionStorage.removeItem(place);
    return kept && JSON.parse(kept);
  } catch { return null; }
}

form.addEventListener("submit", remember);
const kept = take();
if (kept && Object.keys(kept).length && !("unsentTaken" in form.dataset)) fill(kept);
