/**
 * A review by keyboard: A–D or 1–4 choose an option or tick it, Enter checks and goes on, 2–4 rate, Z takes
 * back, S skips, @ sets aside.
 * Typing in a field is never touched, and the switch under the card turns all of it off.
 */
const PLACE = "keys";
const card = document.querySelector("[data-keys]");
const note = document.querySelector("[data-keys-switch]");
const box = note?.querySelector("input");

const stored = () => { try { return localStorage.getItem(PLACE); } catch { return null; } };
const store = (value) => { try { localStorage.setItem(PLACE, value); } catch { /* no storage */ } };

function isTyping(target) {
  return target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
}

function choose(index) {
  const option = card.querySelectorAll("form .choices input, form.rubric .choice input")[index];
  if (!option) return false;
  option.click(); // as by hand: a box that is ticked is cleared, and whoever listens hears of it
  option.focus();
  return true;
}

function rate(key) {
  const button = card.querySelector(`[data-rating="${key}"]`);
  button?.click();
  return Boolean(button);
}

function goOn(target) {
  const isAnswered = card.querySelector(".result");
  if (isAnswered && !card.querySelector(".rubric")) {
    // A button, link or tick box under the fingers keeps its own meaning.
    if (target.closest("a, button, input")) return false;
    card.querySelector("[data-next]")?.click();
    return true;
  }
  if (target.closest("a, button")) return false;
  card.querySelector(".question form")?.requestSubmit();
  return true;
}

function act(key) {
  const button = document.querySelector(`.session-actions [data-press="${CSS.escape(key.toLowerCase())}"]`);
  button?.click();
  return Boolean(button);
}

function press(event) {
  if (!box?.checked || event.defaultPrevented || event.repeat) return;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const letter = /^[a-j]$/i.test(event.key) ? event.key.toLowerCase().charCodeAt(0) - 96 : 0;
  let done = false;
  if (event.key === "Enter") done = goOn(event.target);
  else if (digit) done = rate(event.key) || choose(digit - 1);
  else if (letter) done = choose(letter - 1);
  else if (event.key.length === 1) done = act(event.key);
  if (done) event.preventDefault();
}

if (card && box) {
  const show = () => document.body.classList.toggle("keys-off", !box.checked) || document.body.classList.toggle("keys-on", box.checked);
  note.hidden = false;
  box.checked = stored() !== "off";
  box.addEventListener("change", () => { store(box.checked ? "on" : "off"); show(); });
  show();
  document.addEventListener("keydown", press);
}
