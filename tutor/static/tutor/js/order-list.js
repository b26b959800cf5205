/**
 * <order-list>: items to put in order. The number fields in its rows are what the form sends: with
 * scripts off they are typed into, here they are hidden and follow the rows. Rows move by dragging
 * the handle (Esc takes it back), by the arrow buttons, and by Alt with an arrow key in a row. With
 * `data-leave-out`, rows that do not belong can be left out; their fields are empty.
 *
 * A row is moved by moving the others past it: it stays where it is in the document, and so keeps
 * the focus and the captured pointer.
 */
const NAME_LENGTH = 60;
const EDGE_PX = 56;
const SCROLL_PX = 12;

class OrderList extends HTMLElement {
  connectedCallback() {
    if (this.dataset.live !== undefined) return;
    this.list = this.querySelector("ol");
    this.status = make("p", { className: "visually-hidden", role: "status" });
    this.append(this.status);
    const hint = document.getElementById(this.dataset.hint);
    if (hint) hint.textContent = this.dataset.sort;
    this.restore();
    this.rows.forEach((row) => this.equip(row));
    this.dataset.live = "";
    this.number();
    this.closest("form")?.addEventListener("draft:filled", () => { this.restore(); this.number(); });
  }

  get rows() { return [...this.list.children]; }
  get placed() { return this.rows.filter((row) => !isOut(row)); }

  /** Put the rows as their fields say: these may hold what was sent before, or a draft. */
  restore() {
    const rows = this.rows;
    const place = new Map(rows.map((row, index) => {
      const typed = Number.parseInt(fieldOf(row).value, 10);
      row.toggleAttribute("data-out", this.dataset.leaveOut !== undefined && Number.isNaN(typed));
      return [row, [isOut(row) ? 1 : 0, Number.isNaN(typed) ? index + 1 : typed, index]];
    }));
    rows.sort((one, other) => compare(place.get(one), place.get(other)));
    this.list.append(...rows);
  }

  equip(row) {
    const grip = make("span", { className: "order-grip", ariaHidden: "true" });
    grip.addEventListener("pointerdown", (event) => this.drag(event, row, grip));
    row.prepend(grip);
    fieldOf(row).hidden = true;
    const tools = make("div", { className: "order-tools" });
    for (const [step, sign, label] of [[-1, "↑", this.dataset.up], [1, "↓", this.dataset.down]]) {
      const button = make("button", { type: "button", textContent: sign, ariaLabel: `${label}: ${nameOf(row)}` });
      button.dataset.step = step;
      button.addEventListener("click", () => this.move(row, step));
      tools.append(button);
    }
    if (this.dataset.leaveOut !== undefined) {
      const button = make("button", { type: "button", className: "order-out" });
      button.addEventListener("click", () => this.leave(row));
      tools.append(button);
    }
    row.append(tools);
    row.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!event.altKey || !step) return;
      event.preventDefault();
      this.move(row, step);
    });
  }

  move(row, step) {
    if (isOut(row)) return;
    const placed = this.placed;
    const to = placed.indexOf(row) + step;
    if (to < 0 || to >= placed.length) return;
    this.bring(row, to);
    this.tell(row, this.dataset.moved);
  }

  leave(row) {
    if (isOut(row)) {
      delete row.dataset.out;
      this.bring(row, this.placed.length - 1);
    } else {
      row.dataset.out = "";
      this.bring(row, this.rows.length - 1);
    }
    this.tell(row, isOut(row) ? this.dataset.left : this.dataset.moved);
  }

  /** Move the others so that the row has this index among all rows. */
  bring(row, index) {
    const rows = this.rows;
    const at = rows.indexOf(row);
    if (index > at) row.before(...rows.slice(at + 1, index + 1));
    if (index < at) row.after(...rows.slice(index, at));
  }

  drag(event, row, grip) {
    if (isOut(row) || event.button !== 0 || this.dragging) return;
    event.preventDefault();
    this.dragging = true;
    const start = this.rows.indexOf(row);
    grip.setPointerCapture(event.pointerId);
    row.classList.add("is-dragged");
    const follow = (moved) => {
      scrollAtEdge(moved.clientY);
      const over = this.placed.findIndex((other) => {
        const box = other.getBoundingClientRect();
        return other !== row && moved.clientY > box.top && moved.clientY < box.bottom;
      });
      if (over >= 0 && pastMiddle(this.placed[over], row, moved.clientY)) { this.bring(row, over); this.number(); }
    };
    const end = (isKept) => {
      listening.abort();
      this.dragging = false;
      row.classList.remove("is-dragged");
      if (!isKept) this.bring(row, start);
      this.tell(row, isKept ? this.dataset.moved : this.dataset.same);
    };
    const listening = new AbortController();
    const { signal } = listening;
    grip.addEventListener("pointermove", follow, { signal });
    grip.addEventListener("pointerup", () => end(true), { signal });
    grip.addEventListener("pointercancel", () => end(false), { signal });
    document.addEventListener("keydown", (pressed) => {
      if (pressed.key === "Escape") { pressed.preventDefault(); end(false); }
    }, { signal });
  }

  /** Write the places into the fields, and what each button can do now. */
  number() {
    const placed = this.placed;
    for (const row of this.rows) {
      const at = placed.indexOf(row);
      fieldOf(row).value = at < 0 ? "" : String(at + 1);
      for (const button of row.querySelectorAll("[data-step]")) {
        const to = at + Number(button.dataset.step);
        button.ariaDisabled = String(at < 0 || to < 0 || to >= placed.length);
      }
      const out = row.querySelector(".order-out");
      if (!out) continue;
      const label = isOut(row) ? this.dataset.back : this.dataset.out;
      out.textContent = label;
      out.ariaLabel = `${label}: ${nameOf(row)}`;
    }
  }

  /** Write the new places down, for whoever listens for input too, and say them. */
  tell(row, words) {
    this.number();
    this.dispatchEvent(new Event("input", { bubbles: true }));
    const placed = this.placed;
    this.status.textContent = words
      .replace("{item}", () => nameOf(row))
      .replace("{place}", String(placed.indexOf(row) + 1))
      .replace("{count}", String(placed.length));
  }
}

const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
const isOut = (row) => row.dataset.out !== undefined;
const fieldOf = (row) => row.querySelector("input");

function nameOf(row) {
  const text = row.querySelector(".order-text").textContent.trim().replace(/\s+/g, " ");
  return text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH)}…` : text;
}

function compare(one, other) {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at] - other[at];
}

/** Whether the pointer is far enough into another row that the rows do not jump back at once. */
function pastMiddle(other, row, y) {
  const box = other.getBoundingClientRect();
  const isAbove = box.top < row.getBoundingClientRect().top;
  const reach = Math.min(box.height, row.offsetHeight);
  return isAbove ? y < box.top + reach : y > box.bottom - reach;
}

function scrollAtEdge(y) {
  if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}

customElements.define("order-list", OrderList);
