/**
 * <attn-cache>: write word by word, and count the rows of K with and without a cache.
 *
 * The server sends a finished run; this module lets the reader set the length of the prompt and
 * the number of words, and step through the writing. Fires (bubbling) `attn-change`
 * {prompt, written, words, without, cached}, the last two as totals so far, and, once for each
 * goal, `goal-met` {id}. A goal is judged when the last word has been written.
 */

import { GoalList } from "./attn-goals.js";
import { element, settingsOf } from "./attn-numbers.js";

const [PITCH, SIDE, TALL] = [12, 9, 16]; // of the boxes, as the server draws them
const HALF = TALL / 2;

/** Rows of K computed for each of `words` words after a prompt, in both ways of working. */
export function trace(prompt, words) {
  const steps = Array.from({ length: words }, (_, step) => step);
  return {
    without: steps.map((step) => prompt + step),
    cached: steps.map((step) => (step === 0 ? prompt : 1)),
  };
}

/** The totals of a run that has written `written` of its words. */
export function totals({ without, cached }, written) {
  const sum = (counts) => counts.slice(0, written).reduce((a, b) => a + b, 0);
  return { without: sum(without), cached: sum(cached) };
}

/** Whether a finished run reaches a goal. */
export function goalMet(goal, { without, cached }) {
  if (goal.equal) return without === cached;
  if (goal.times !== undefined) return without >= goal.times * cached;
  return without - cached >= goal.saved;
}

/** A whole number within the limits that someone typed, or null. */
export function typedCount(text, most) {
  if (!/^\d+$/.test(text.trim())) return null;
  const count = Number(text);
  return count >= 1 && count <= most ? count : null;
}

function box(name, x, y, height) {
  return element("svg:rect", { class: `attn-${name}`, x, y, width: SIDE, height });
}

/** One box per word of the text: the last `computed` ones are computed, the others are read. */
function boxes(length, computed, widest) {
  const viewBox = `0 0 ${widest * PITCH} ${TALL + 2}`;
  const drawing = element("svg:svg", { class: "attn-boxes", viewBox, "aria-hidden": "true" });
  for (let place = 0; place < length; place += 1) {
    const x = place * PITCH + 1;
    if (place < length - computed) drawing.append(box("kept", x, 1, TALL));
    else drawing.append(box("row-k", x, 1, HALF), box("row-v", x, 1 + HALF, HALF));
  }
  return drawing;
}

const count = (number) => element("span", { dir: "ltr", class: "attn-n" }, String(number));

class AttnCache extends HTMLElement {
  #settings;
  #parts;
  #prompt;
  #words; // how many are to be written
  #written;

  connectedCallback() {
    if (this.#parts) return;
    this.#settings = settingsOf(this);
    if (!this.#settings) return; // the still figure stays
    this.#prompt = this.#settings.prompt;
    this.#words = this.#settings.words.length;
    this.#written = this.#words;
    this.#parts = this.#build();
    this.#listen();
    this.dataset.live = "";
    this.#paint();
  }

  /** Adds the two inputs above the server's tables, and the buttons and goals below them. */
  #build() {
    this.querySelector(".attn-note")?.remove();
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", this.getAttribute("label"));
    const { longest, words, goals } = this.#settings;
    const prompt = this.#makeInput("Words in the prompt", longest);
    const written = this.#makeInput("Words to write", words.length);
    const fault = element("p", { class: "attn-fault", role: "alert" });
    const back = element("button", { type: "button", class: "btn quiet" }, "Back");
    const next = element("button", { type: "button", class: "btn" }, "Next word");
    const restart = element("button", { type: "button", class: "btn quiet" }, "Start over");
    const tally = this.querySelector(".attn-count");
    tally.setAttribute("role", "status");
    const list = new GoalList(goals);
    const panels = this.querySelector(".attn-panels");
    panels.before(element("div", { class: "attn-controls attn-set" }, prompt.label, written.label, fault));
    const bar = element("div", { class: "attn-go" }, back, next, restart);
    tally.after(bar, ...list.nodes);
    return {
      inputs: [prompt.input, written.input],
      fault, back, next, restart, tally,
      goals: list,
      tables: [...panels.querySelectorAll("table")],
    };
  }

  #makeInput(name, most) {
    const input = element("input", { type: "number", min: 1, max: most, step: 1, autocomplete: "off" });
    return { input, label: element("label", {}, name, input) };
  }

  #listen() {
    const { inputs, back, next, restart } = this.#parts;
    inputs.forEach((input, place) => {
      input.addEventListener("input", () => this.#type(input, place));
      input.addEventListener("blur", () => this.#settle());
    });
    back.addEventListener("click", () => this.#moveTo(this.#written - 1));
    next.addEventListener("click", () => this.#moveTo(this.#written + 1));
    restart.addEventListener("click", () => this.#moveTo(0));
  }

  #type(input, place) {
    const value = typedCount(input.value, Number(input.max));
    this.#parts.fault.textContent =
      value === null ? `Type a whole number from 1 to ${input.max}.` : "";
    if (value === null) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    if (value === null) return;
    if (place === 0) this.#prompt = value;
    else this.#words = value;
    this.#change(this.#words);
  }

  /** What was no count gives way to the count that holds. */
  #settle() {
    this.#parts.fault.textContent = "";
    [this.#prompt, this.#words].forEach((value, place) => {
      this.#parts.inputs[place].value = value;
      this.#parts.inputs[place].removeAttribute("aria-invalid");
    });
  }

  #moveTo(written) {
    if (written >= 0 && written <= this.#words) this.#change(written);
  }

  #change(written) {
    this.#written = written;
    this.#paint();
    const soFar = this.#soFar();
    const detail = { prompt: this.#prompt, words: this.#words, written, ...soFar };
    this.#fire("attn-change", detail);
    if (written < this.#words) return;
    for (const goal of this.#parts.goals.reach((goal) => goalMet(goal, soFar))) {
      this.#parts.tally.append(` Goal reached: ${goal.say}`);
      this.#fire("goal-met", { id: goal.id });
    }
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }

  #soFar() {
    return totals(trace(this.#prompt, this.#words), this.#written);
  }

  #paint() {
    const { without, cached } = trace(this.#prompt, this.#words);
    const { inputs, tables, back, next, restart } = this.#parts;
    this.#paintTable(tables[0], without);
    this.#paintTable(tables[1], cached);
    this.#paintTally();
    // aria-disabled, not disabled: a button keeps the focus when the end is reached.
    back.setAttribute("aria-disabled", String(this.#written === 0));
    restart.setAttribute("aria-disabled", String(this.#written === 0));
    next.setAttribute("aria-disabled", String(this.#written === this.#words));
    [this.#prompt, this.#words].forEach((value, place) => {
      if (document.activeElement !== inputs[place]) inputs[place].value = value;
    });
  }

  /** A row for each word to write; those not written yet keep their place, without a count. */
  #paintTable(table, computed) {
    const widest = this.#prompt + this.#words - 1;
    const rows = computed.map((rowsOfK, step) => {
      const isWritten = step < this.#written;
      const row = element(
        "tr",
        isWritten ? {} : { class: "attn-ahead" },
        element("th", { scope: "row" }, this.#settings.words[step]),
        element("td", { class: "attn-w" }, boxes(isWritten ? this.#prompt + step : 0, rowsOfK, widest)),
        element("td", { class: "attn-num" }, ...(isWritten ? [count(rowsOfK)] : [])),
      );
      if (isWritten && step === this.#written - 1) row.classList.add("attn-newest");
      return row;
    });
    table.querySelector("tbody").replaceChildren(...rows);
    const isOver = this.#written === this.#words;
    table.querySelector("tfoot th").textContent = isOver ? "in all" : "so far";
    const sum = computed.slice(0, this.#written).reduce((a, b) => a + b, 0);
    table.querySelector("tfoot .attn-n").textContent = sum;
  }

  #paintTally() {
    const { without, cached } = this.#soFar();
    const words = this.#written === 1 ? "1 word" : `${this.#written} words`;
    this.#parts.tally.replaceChildren(
      `${words} written: `, count(without), " rows of K computed without a cache, ",
      count(cached), " with one, ", count(without - cached), " saved.",
    );
  }
}

if (!customElements.get("attn-cache")) customElements.define("attn-cache", AttnCache);
