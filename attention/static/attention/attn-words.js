/**
 * <attn-words>: choose the word that asks, and see where it looks.
 *
 * The server sends a still figure for the first word; this module makes it live in place. The
 * words are a radio group of buttons, and so are the heads where there are several; a box switches
 * the causal mask. Fires (bubbling) `attn-change` {word, head, causal, weights}, the first two as
 * places from 0.
 */

import { element, numeral, settingsOf, softmax } from "./attn-numbers.js";

const SHADES = 10;
let serial = 0;

/** The weights of one asking word (a row of scores) under the mask or without it. */
export function weightsOf(scores, row, causal) {
  return softmax(scores[row].map((score, place) => (causal && place > row ? -Infinity : score)));
}

/** The class that shades by weight, as the server chooses it. */
export function shade(weight) {
  return `attn-shade-${Math.floor(weight * SHADES + 0.5)}`;
}

/** Where an arrow key leads in a row of `count` choices, or null for any other key. */
export function moveOf(key, place, count, rightToLeft) {
  const forward = ["ArrowDown", rightToLeft ? "ArrowLeft" : "ArrowRight"];
  const back = ["ArrowUp", rightToLeft ? "ArrowRight" : "ArrowLeft"];
  if (forward.includes(key)) return (place + 1) % count;
  if (back.includes(key)) return (place + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** Makes buttons a radio group: one Tab stop, arrows and clicks choose. */
function makeChoices(group, buttons, choose) {
  group.setAttribute("role", "radiogroup");
  for (const [place, button] of buttons.entries()) {
    button.setAttribute("role", "radio");
    button.addEventListener("click", () => choose(place));
    button.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const rightToLeft = getComputedStyle(group).direction === "rtl";
      const next = moveOf(event.key, place, buttons.length, rightToLeft);
      if (next === null) return;
      event.preventDefault();
      event.stopPropagation(); // the page has shortcuts of its own
      buttons[next].focus();
      choose(next);
    });
  }
}

function markChosen(buttons, chosen) {
  for (const [place, button] of buttons.entries()) {
    button.setAttribute("aria-checked", String(place === chosen));
    button.tabIndex = place === chosen ? 0 : -1;
  }
}

/** What stands for a weight: the number, or that the word is hidden. */
function share(weight, seen) {
  if (seen) return [element("span", { dir: "ltr", class: "attn-n" }, numeral(weight, 2))];
  return [element("span", {}, "0"), element("span", { class: "attn-sr" }, " hidden")];
}

class AttnWords extends HTMLElement {
  #settings;
  #parts;
  #word;
  #head = 0;
  #causal;

  connectedCallback() {
    if (this.#parts) return;
    this.#settings = settingsOf(this);
    if (!this.#settings) return; // the still figure stays
    this.#word = this.#settings.start;
    this.#causal = this.#settings.causal;
    this.#parts = this.#build(`attn-words-${(serial += 1)}`);
    this.#listen();
    this.dataset.live = "";
    this.#paint();
  }

  /** Turns the server's words into buttons and keeps one of its tables, for the chosen head. */
  #build(id) {
    this.querySelector(".attn-note")?.remove();
    const label = this.getAttribute("label");
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label);
    const lead = this.querySelector(".attn-lead");
    const how = element("p", { class: "attn-how", id: `${id}-how` });
    how.textContent = `${label}: press it, or move with the arrow keys.`;
    lead.before(how);
    const words = [...this.querySelectorAll(".attn-word")].map((item) =>
      element("button", { type: "button", class: "attn-word" }, ...item.childNodes),
    );
    const sentence = element("div", {
      class: "attn-sentence",
      dir: "auto",
      "aria-label": "Word that asks",
    });
    sentence.append(...words);
    this.querySelector("ul.attn-sentence").replaceWith(sentence);
    const choices = this.#buildChoices();
    sentence.after(choices.node);
    const [table, ...others] = this.querySelectorAll(".attn-matrices > *");
    others.forEach((other) => other.remove());
    if (table.matches(".attn-scroll")) table.setAttribute("aria-label", "Matrix of weights");
    const status = element("p", { class: "attn-sr", role: "status" });
    this.append(status);
    return {
      lead,
      sentence,
      words,
      status,
      ...choices,
      caption: this.querySelector(".attn-stay"),
      rows: [...this.querySelectorAll(".attn-matrix tbody tr")],
    };
  }

  #buildChoices() {
    const { heads } = this.#settings;
    const group = element("div", { class: "attn-heads", "aria-label": "Head" });
    const buttons = heads.map(({ name }) =>
      element("button", { type: "button", class: "attn-pill" }, name),
    );
    group.append(...buttons);
    const box = element("input", { type: "checkbox", autocomplete: "off" });
    const mask = element("label", { class: "attn-switch" }, box, "Causal mask");
    const node = element("div", { class: "attn-choices" });
    node.append(...(heads.length > 1 ? [group] : []), mask);
    return { node, group, heads: buttons, box };
  }

  #listen() {
    const { sentence, words, group, heads, box } = this.#parts;
    makeChoices(sentence, words, (place) => this.#change(() => (this.#word = place)));
    makeChoices(group, heads, (place) => this.#change(() => (this.#head = place)));
    box.checked = this.#causal;
    box.addEventListener("change", () => this.#change(() => (this.#causal = box.checked)));
  }

  #change(apply) {
    apply();
    this.#paint();
    this.#parts.status.textContent = this.#summary();
    const detail = {
      word: this.#word,
      head: this.#head,
      causal: this.#causal,
      weights: this.#weights(this.#word),
    };
    this.dispatchEvent(new CustomEvent("attn-change", { detail, bubbles: true }));
  }

  #weights(row) {
    return weightsOf(this.#settings.heads[this.#head].scores, row, this.#causal);
  }

  #seen(row, column) {
    return !this.#causal || column <= row;
  }

  get #headName() {
    const { heads } = this.#settings;
    return heads.length > 1 ? heads[this.#head].name : "";
  }

  #paint() {
    const { lead, words, heads } = this.#parts;
    const asking = element("span", { class: "c-q" }, `“${this.#settings.words[this.#word]}”`);
    lead.replaceChildren("Where ", asking, " looks");
    if (this.#headName) lead.append(" ", element("span", { class: "attn-of" }, `(${this.#headName})`));
    markChosen(words, this.#word);
    markChosen(heads, this.#head);
    const weights = this.#weights(this.#word);
    for (const [place, button] of words.entries()) {
      const seen = this.#seen(this.#word, place);
      button.className = `attn-word ${seen ? shade(weights[place]) : "attn-hidden"}`;
      button.querySelector(".attn-fill").setAttribute("width", (100 * weights[place]).toFixed(2));
      button.querySelector(".attn-share").replaceChildren(...share(weights[place], seen));
    }
    this.#paintMatrix();
  }

  #paintMatrix() {
    const { caption, rows } = this.#parts;
    const named = this.#headName ? `Weights of head “${this.#headName}”` : "Weights";
    const hidden = this.#causal ? "; words that come later are hidden" : "";
    caption.textContent = `${named}: each row is a querying word and adds up to 1${hidden}`;
    for (const [row, line] of rows.entries()) {
      line.classList.toggle("attn-asking", row === this.#word);
      const weights = this.#weights(row);
      for (const [column, cell] of [...line.querySelectorAll("td")].entries()) {
        const seen = this.#seen(row, column);
        cell.className = seen ? shade(weights[column]) : "attn-hidden";
        cell.replaceChildren(...share(weights[column], seen));
      }
    }
  }

  #summary() {
    const weights = this.#weights(this.#word);
    const { words } = this.#settings;
    const [first, second] = weights
      .map((weight, place) => ({ weight, place }))
      .filter(({ place }) => this.#seen(this.#word, place))
      .sort((a, b) => b.weight - a.weight)
      .map(({ weight, place }) => `“${words[place]}” ${numeral(weight, 2)}`);
    const looks = `“${words[this.#word]}” looks most at ${first}`;
    const head = this.#headName ? `${this.#headName}: ` : "";
    return second ? `${head}${looks}, then at ${second}.` : `${head}${looks}.`;
  }
}

if (!customElements.get("attn-words")) customElements.define("attn-words", AttnWords);
