/**
 * <attn-steps>: one query, computed stage by stage; each stage opens after a prediction.
 *
 * The server sends every stage, each behind its question; this module shows one at a time, asks
 * before the next, and sets the guess beside what happens. Words are chosen, numbers typed.
 * Fires (bubbling) `attn-predict` {stage, guess, outcome, right} and `attn-change` {stage}.
 */

import { element, numeral, settingsOf, softmax } from "./attn-numbers.js";

const SAME = 1e-9; // numbers as close as this are a tie
const CLOSE = 0.05; // so near counts as a good guess
const CHOSEN = new Set(["scores", "output"]); // asked for a word; the other stages for a number
let serial = 0;

function dot(a, b) {
  return a.reduce((sum, number, place) => sum + number * b[place], 0);
}

/** Every stage of one query over m keys: raw and scaled scores, weights (m), output (e). */
export function compute(q, keys, values) {
  const raw = keys.map((key) => dot(q, key));
  const scaled = raw.map((score) => score / Math.sqrt(q.length));
  const weights = softmax(scaled);
  const output = values[0].map((_, place) => dot(weights, values.map((value) => value[place])));
  return { raw, scaled, weights, output };
}

/** Places of the largest number; several where they tie. */
export function leading(numbers) {
  const top = Math.max(...numbers);
  return [...numbers.keys()].filter((place) => numbers[place] >= top - SAME);
}

/** Places of the values closest to the output; several where they tie. */
export function nearest(output, values) {
  return leading(values.map((value) => -Math.hypot(...value.map((number, at) => number - output[at]))));
}

/** What someone typed, as a number, or null. */
export function typedNumber(text) {
  const plain = text.trim().replace(/^[−–]/, "-").replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

class AttnSteps extends HTMLElement {
  #settings;
  #done;
  #stages;
  #parts;
  #at = 0;
  #opened = 0;
  #id = `attn-steps-${(serial += 1)}`;

  connectedCallback() {
    if (this.#parts) return;
    this.#settings = settingsOf(this);
    if (!this.#settings) return; // the still figure stays
    const { q, keys } = this.#settings;
    this.#done = compute(q, keys.map((key) => key.k), keys.map((key) => key.v));
    this.#stages = [...this.querySelectorAll(".attn-part")].map((part) => this.#makeStage(part));
    this.#parts = this.#build();
    this.dataset.live = "";
    this.#show(0);
  }

  /** Takes a stage from behind its question, which becomes the question of a form. */
  #makeStage(part) {
    const { stage } = part.dataset;
    const panel = element("div", { class: "attn-part", "data-stage": stage });
    const question = part.querySelector("summary");
    question?.remove();
    panel.append(...part.childNodes);
    part.replaceWith(panel);
    const told = element("p", { class: "attn-told", tabindex: "-1" });
    told.hidden = true;
    panel.prepend(told);
    return { stage, panel, told, ask: question && this.#makeAsk(stage, question.textContent) };
  }

  #makeAsk(stage, question) {
    const name = `${this.#id}-${stage}`;
    const fault = element("p", { class: "attn-fault", id: `${name}-fault`, role: "alert" });
    const choices = CHOSEN.has(stage) ? this.#makeChoices(name) : this.#makeField(fault.id);
    const legend = element("legend", {}, question);
    const commit = element("button", { type: "submit", class: "btn" }, "Commit to this");
    const fields = element("fieldset", {}, legend, choices);
    const form = element("form", { class: "attn-ask", novalidate: "", autocomplete: "off" }, fields, fault, commit);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#commit();
    });
    return { form, legend, fault };
  }

  #makeChoices(name) {
    const labels = this.#settings.keys.map(({ word }, place) =>
      element(
        "label",
        { class: "attn-option" },
        element("input", { type: "radio", name, value: place }),
        element("span", {}, word),
      ),
    );
    return element("div", { class: "attn-options" }, ...labels);
  }

  #makeField(faultId) {
    const field = { type: "text", inputmode: "decimal", "aria-label": "Your guess", spellcheck: "false" };
    return element("input", { ...field, "aria-describedby": faultId });
  }

  #build() {
    this.querySelector(".attn-note")?.remove();
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", this.getAttribute("label"));
    const back = element("button", { type: "button", class: "btn quiet" }, "Back");
    const next = element("button", { type: "button", class: "btn" }, "Next stage");
    const count = element("span", { class: "attn-note", role: "status" });
    back.addEventListener("click", () => this.#move(-1));
    next.addEventListener("click", () => this.#move(1));
    const slot = element("div", {});
    this.append(slot, element("div", { class: "attn-go" }, back, next, count));
    return { slot, back, next, count };
  }

  #move(by) {
    const place = this.#at + by;
    if (place < 0 || place > this.#opened) return;
    this.#show(place);
    this.#fire("attn-change", { stage: this.#stages[place].stage });
  }

  #commit() {
    const { stage, told, ask } = this.#stages[this.#opened + 1];
    const guess = this.#guessIn(stage, ask);
    if (guess === null) return;
    const outcome = this.#outcomeOf(stage, guess);
    told.replaceChildren(...outcome.told);
    told.hidden = false;
    told.classList.toggle("is-right", outcome.right);
    ask.form.remove();
    this.#opened += 1;
    this.#show(this.#opened);
    told.focus();
    this.#fire("attn-predict", { stage, guess: outcome.guess, outcome: outcome.outcome, right: outcome.right });
    this.#fire("attn-change", { stage });
  }

  /** The chosen place or the typed number, or null after saying what is missing. */
  #guessIn(stage, { form, fault }) {
    if (CHOSEN.has(stage)) {
      const chosen = form.querySelector("input:checked");
      fault.textContent = chosen ? "" : "Choose a word first.";
      if (!chosen) form.querySelector("input").focus();
      return chosen ? Number(chosen.value) : null;
    }
    const field = form.querySelector("input");
    const value = typedNumber(field.value);
    fault.textContent = value === null ? "Type a number, such as 0.5 or −2." : "";
    if (value === null) {
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
    return value;
  }

  #outcomeOf(stage, guess) {
    const { keys } = this.#settings;
    if (CHOSEN.has(stage)) {
      const { raw, output } = this.#done;
      const places = stage === "scores" ? leading(raw) : nearest(output, keys.map((key) => key.v));
      const words = places.map((place) => `“${keys[place].word}”`).join(" and ");
      const right = places.includes(guess);
      const said = `You said “${keys[guess].word}”`;
      const told = [right && places.length === 1 ? `${said}, and so it goes.` : `${said}. It is ${words}.`];
      return { guess: keys[guess].word, outcome: places.map((place) => keys[place].word), right, told };
    }
    const value = this.#done[stage][leading(this.#done.raw)[0]];
    const right = Math.abs(guess - value) <= CLOSE;
    const number = (text) => element("span", { dir: "ltr", class: "attn-n" }, text);
    const told = ["You said ", number(numeral(guess)), ". It is ", number(numeral(value, 2)), "."];
    if (right) told.push(" That is close.");
    return { guess, outcome: value, right, told };
  }

  #show(place) {
    this.#at = place;
    this.#stages.forEach(({ panel }, at) => (panel.hidden = at !== place));
    const last = this.#stages.length - 1;
    const { slot, back, next, count } = this.#parts;
    const isOwed = place === this.#opened && place < last;
    slot.replaceChildren(...(isOwed ? [this.#stages[place + 1].ask.form] : []));
    // aria-disabled, not disabled: a button keeps the focus when an end is reached.
    back.setAttribute("aria-disabled", String(place === 0));
    next.setAttribute("aria-disabled", String(isOwed || place === last));
    const owed = isOwed ? " Make your prediction to go on." : "";
    count.textContent = `Stage ${place + 1} of ${last + 1}.${owed}`;
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

if (!customElements.get("attn-steps")) customElements.define("attn-steps", AttnSteps);
