/** Goals of a figure as a list with ticks. A goal that was reached once stays reached. */

import { element } from "./attn-numbers.js";

export class GoalList {
  #open = new Map(); // goals not reached yet, each with its item

  constructor(goals) {
    for (const goal of goals) this.#open.set(goal, makeItem(goal));
    const list = element("ul", { class: "attn-goals", "aria-label": "Goals" }, ...this.#open.values());
    /** What to put into the figure: the list, or nothing where there are no goals. */
    this.nodes = goals.length ? [list] : [];
  }

  /** Ticks the open goals for which `isMet` holds, and returns them. */
  reach(isMet) {
    const reached = [...this.#open.keys()].filter(isMet);
    for (const goal of reached) {
      const item = this.#open.get(goal);
      item.dataset.met = "";
      item.querySelector(".attn-sr").textContent = " (reached)";
      this.#open.delete(goal);
    }
    return reached;
  }
}

function makeItem(goal) {
  const tick = element(
    "svg:svg",
    { viewBox: "0 0 20 20", "aria-hidden": "true" },
    element("svg:circle", { cx: "10", cy: "10", r: "7.5" }),
    element("svg:path", { d: "M6.4 10.4L9 13L13.8 7.4" }),
  );
  const state = element("span", { class: "attn-sr" }, " (not reached yet)");
  return element("li", {}, tick, element("span", {}, goal.say, state));
}
