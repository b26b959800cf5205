/**
 * <attn-query>: steer a query arrow and watch scores and weights follow.
 *
 * The server sends the figure for the starting query; this module makes it live in place. The
 * query moves by pointer, by arrow keys and by typed numbers, all three on the same steps.
 * Fires (bubbling) `attn-change` {q, weights} and, once for each goal, `goal-met` {id}.
 */

import { GoalList } from "./attn-goals.js";
import { element, numeral, settingsOf, softmax } from "./attn-numbers.js";

export const LIMIT = 3;
export const STEP = 0.1;
const LEAP = 0.5;
const SCALE = 120 / LIMIT; // SVG units per unit of the plane, as the server draws it
const HEAD = 14 * 0.7;
const REACH = 126; // how far out the arrow's name may go
const ZERO = 1e-9;
const QUIET_MS = 500; // of stillness before the new state is announced

export function dot(a, b) {
  return a.reduce((sum, number, place) => sum + number * b[place], 0);
}

/** Scaled scores and weights of one query over some keys. */
export function attend(q, keys) {
  const scores = keys.map((key) => dot(q, key) / Math.sqrt(q.length));
  return { scores, weights: softmax(scores) };
}

/** Whether a goal is reached; `words` name the keys in the order of `weights`. */
export function goalMet(goal, q, words, weights) {
  if (goal.zero) return Math.hypot(...q) <= ZERO;
  if (goal.any !== undefined) return Math.max(...weights) >= goal.any;
  return weights[words.indexOf(goal.word)] >= goal.min;
}

/** What someone typed, as a number within the limits, or null. */
export function typedNumber(text) {
  const plain = text.trim().replace(/^[−–]/, "-").replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const value = Number(plain);
  return Math.abs(value) <= LIMIT ? value : null;
}

const clamp = (value) => Math.min(LIMIT, Math.max(-LIMIT, value));
const onStep = (value) => Math.round(clamp(value) / STEP) / Math.round(1 / STEP);
const hundredths = (value) => Math.round(clamp(value) * 100) / 100;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
let serial = 0;

class AttnQuery extends HTMLElement {
  #q;
  #start;
  #settings;
  #parts;
  #timer;

  connectedCallback() {
    if (this.#parts) return;
    this.#settings = settingsOf(this);
    if (!this.#settings) return; // the still figure stays
    this.#start = this.#settings.q;
    this.#parts = this.#build(`attn-query-${(serial += 1)}`);
    this.#listen();
    this.dataset.live = "";
    this.#q = [...this.#start];
    this.#paint();
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
  }

  get q() {
    return [...this.#q];
  }

  set q([x, y]) {
    this.#q = [hundredths(x), hundredths(y)];
    this.#paint();
    this.#announceSoon();
    const { weights } = this.#attend();
    this.#fire("attn-change", { q: this.q, weights });
    this.#checkGoals(weights);
  }

  #attend() {
    return attend(this.#q, this.#settings.keys.map((key) => key.k));
  }

  /** Adds what only a live figure needs to the server's figure, and finds the parts that move. */
  #build(id) {
    this.querySelector(".attn-note")?.remove();
    const label = this.getAttribute("label");
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", label);
    const stage = this.querySelector(".attn-stage");
    const how = element("p", { class: "attn-how", id: `${id}-how` });
    how.textContent =
      "Drag the tip, or use the arrow keys: steps of 0.1, with Shift 0.5. Home sets the query to zero.";
    stage.after(how);
    stage.parentElement.replaceChildren(
      element("div", {}, stage, how),
      this.querySelector(".attn-side"),
    );
    for (const [name, value] of Object.entries({
      tabindex: "0",
      role: "application",
      "aria-roledescription": "arrow in a plane",
      "aria-label": label,
      "aria-describedby": how.id,
    })) {
      stage.setAttribute(name, value);
    }
    const plane = stage.querySelector("svg");
    plane.querySelector("title").remove();
    plane.removeAttribute("role");
    plane.setAttribute("aria-hidden", "true"); // the stage around it carries the name
    const arrow = plane.querySelector(".attn-arrow");
    const grip = element("svg:circle", { class: "attn-grip", r: "9" });
    const hit = element("svg:circle", { class: "attn-hit", r: "22" });
    const handle = element("svg:g", { class: "attn-handle" }, grip, hit);
    plane.append(handle);
    const side = this.querySelector(".attn-side");
    const controls = this.#buildControls(id);
    const goals = new GoalList(this.#settings.goals);
    const status = element("p", { class: "attn-sr", role: "status" });
    side.append(controls.node, ...goals.nodes, status);
    return {
      stage,
      plane,
      handle,
      status,
      shaft: arrow.querySelector("line"),
      head: arrow.querySelector("path"),
      name: arrow.querySelector("text"),
      rows: [...this.querySelectorAll(".attn-table tbody tr")],
      inputs: controls.inputs,
      fault: controls.fault,
      zero: controls.zero,
      reset: controls.reset,
      goals,
    };
  }

  #buildControls(id) {
    const fault = element("p", { class: "attn-fault", id: `${id}-fault`, role: "alert" });
    const inputs = ["horizontal", "vertical"].map((direction, place) =>
      element("input", {
        type: "text",
        role: "spinbutton",
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": `q ${place + 1}, ${direction}`,
        "aria-valuemin": -LIMIT,
        "aria-valuemax": LIMIT,
        "aria-describedby": fault.id,
      }),
    );
    const labels = inputs.map((input, place) =>
      element("label", {}, "q", element("sub", {}, String(place + 1)), input),
    );
    const zero = element("button", { type: "button" }, "Set to zero");
    const reset = element("button", { type: "button" }, "Reset");
    const node = element("div", { class: "attn-controls" }, ...labels, zero, reset, fault);
    return { node, inputs, fault, zero, reset };
  }

  #listen() {
    const { stage, plane, handle, inputs, zero, reset } = this.#parts;
    handle.addEventListener("pointerdown", (event) => this.#grab(event));
    plane.addEventListener("pointerdown", (event) => {
      // A finger on the paper may want to scroll; only its tap moves the arrow (see click).
      if (event.pointerType === "mouse") this.#grab(event);
    });
    plane.addEventListener("pointermove", (event) => {
      if (plane.hasPointerCapture(event.pointerId)) this.#moveTo(event);
    });
    plane.addEventListener("lostpointercapture", () => delete this.dataset.dragging);
    plane.addEventListener("click", (event) => {
      if (event.pointerType !== "mouse" && !handle.contains(event.target)) this.#moveTo(event);
    });
    stage.addEventListener("keydown", (event) => this.#onKey(event));
    inputs.forEach((input, place) => {
      input.addEventListener("input", () => this.#type(input, place));
      input.addEventListener("keydown", (event) => this.#onSpin(event, place));
      input.addEventListener("blur", () => this.#settle(input, place));
    });
    zero.addEventListener("click", () => (this.q = [0, 0]));
    reset.addEventListener("click", () => (this.q = this.#start));
  }

  #grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.#parts.plane.setPointerCapture(event.pointerId);
    this.dataset.dragging = "";
    this.#parts.stage.focus({ preventScroll: true });
    this.#moveTo(event);
  }

  #moveTo(event) {
    const { plane } = this.#parts;
    const point = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = point.matrixTransform(plane.getScreenCTM().inverse());
    this.q = [onStep(x / SCALE), onStep(-y / SCALE)];
  }

  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = MOVES[event.key];
    if (move) {
      const by = event.shiftKey ? LEAP : STEP;
      this.q = this.#q.map((number, place) => number + move[place] * by);
    } else if (event.key === "Home") {
      this.q = [0, 0];
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation(); // the page has shortcuts of its own
  }

  #onSpin(event, place) {
    const move = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.#fail("", this.#parts.inputs[place]);
    const by = move * (event.shiftKey ? LEAP : STEP);
    this.q = this.#q.map((number, other) => (other === place ? number + by : number));
    this.#settle(this.#parts.inputs[place], place);
  }

  #type(input, place) {
    const value = typedNumber(input.value);
    if (value === null) {
      this.#fail(`Type a number from ${numeral(-LIMIT)} to ${LIMIT}.`, input);
      return;
    }
    this.#fail("", input);
    this.q = this.#q.map((number, other) => (other === place ? value : number));
  }

  #settle(input, place) {
    this.#fail("", input);
    input.value = numeral(this.#q[place]);
  }

  #fail(message, input) {
    this.#parts.fault.textContent = message;
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  #paint() {
    this.#paintArrow();
    const { rows, inputs } = this.#parts;
    const { scores, weights } = this.#attend();
    const top = Math.max(...weights);
    rows.forEach((row, place) => {
      const cell = row.querySelector(".attn-w");
      row.querySelector(".attn-num .attn-n").textContent = numeral(scores[place], 2);
      cell.querySelector(".attn-fill").setAttribute("width", (100 * weights[place]).toFixed(2));
      cell.querySelector(".attn-n").textContent = numeral(weights[place], 2);
      const leads = weights[place] === top && top > 1.05 / weights.length;
      cell.classList.toggle("attn-top", leads);
    });
    inputs.forEach((input, place) => {
      input.setAttribute("aria-valuenow", this.#q[place]);
      input.setAttribute("aria-valuetext", numeral(this.#q[place]));
      if (document.activeElement !== input) input.value = numeral(this.#q[place]);
    });
  }

  #paintArrow() {
    const { handle, shaft, head, name } = this.#parts;
    const [x, y] = [this.#q[0] * SCALE, -this.#q[1] * SCALE];
    const length = Math.hypot(x, y);
    const [alongX, alongY] = length ? [x / length, y / length] : [0, -1];
    const reach = Math.max(0, length - HEAD);
    shaft.setAttribute("x2", reach * alongX);
    shaft.setAttribute("y2", reach * alongY);
    head.setAttribute("visibility", length ? "visible" : "hidden");
    const turn = (Math.atan2(y, x) * 180) / Math.PI;
    head.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
    const within = (value) => Math.min(REACH, Math.max(-REACH, value));
    name.setAttribute("x", within(x + 19 * alongX));
    name.setAttribute("y", within(y + 19 * alongY) + 4);
    handle.setAttribute("transform", `translate(${x} ${y})`);
  }

  #summary() {
    const { weights } = this.#attend();
    const words = this.#settings.keys.map((key) => key.word);
    const [x, y] = this.#q.map((number) => numeral(number));
    if (Math.hypot(...this.#q) <= ZERO) {
      return `The query is zero. Every key gets ${numeral(weights[0], 2)}.`;
    }
    const top = weights.indexOf(Math.max(...weights));
    return `Query (${x}, ${y}). Most weight: ${words[top]}, ${numeral(weights[top], 2)}.`;
  }

  #announceSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#parts.status.textContent = this.#summary();
    }, QUIET_MS);
  }

  #checkGoals(weights) {
    const words = this.#settings.keys.map((key) => key.word);
    const reached = this.#parts.goals.reach((goal) => goalMet(goal, this.#q, words, weights));
    for (const goal of reached) {
      clearTimeout(this.#timer);
      this.#parts.status.textContent = `Goal reached: ${goal.say}`;
      this.#fire("goal-met", { id: goal.id });
    }
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

if (!customElements.get("attn-query")) customElements.define("attn-query", AttnQuery);
