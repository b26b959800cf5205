/**
 * <step-player>: steps that follow each other, shown one at a time with Back and Next.
 * All of them are in the page already; without scripts they simply stand one under the other.
 * Words come in `data-back`, `data-next`, `data-label` and `data-count` ("Step {n} of {total}").
 */
class StepPlayer extends HTMLElement {
  #at = 0;
  #steps = [];

  connectedCallback() {
    this.#steps = [...this.querySelectorAll(":scope > [data-step]")];
    if (this.#steps.length < 2 || this.querySelector(".player-bar")) return;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", this.dataset.label ?? "Steps");
    this.append(this.#makeBar());
    this.addEventListener("keydown", (event) => this.#press(event));
    this.classList.add("is-playing");
    const linked = this.#steps.findIndex((step) => `#${step.id}` === location.hash);
    this.#show(Math.max(0, linked), false);
  }

  #makeBar() {
    const bar = document.createElement("div");
    bar.className = "player-bar";
    this.back = this.#button("btn quiet", this.dataset.back ?? "Back", -1);
    this.next = this.#button("btn", this.dataset.next ?? "Next step", 1);
    this.count = document.createElement("span");
    this.count.className = "meta count";
    this.count.setAttribute("role", "status");
    bar.append(this.back, this.next, this.count);
    return bar;
  }

  #button(className, words, by) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = className;
    button.textContent = words;
    button.addEventListener("click", () => this.#show(this.#at + by, true));
    return button;
  }

  #press(event) {
    if (!event.target.closest(".player-bar") || event.altKey || event.ctrlKey || event.metaKey) return;
    const forward = this.matches(":dir(rtl)") ? "ArrowLeft" : "ArrowRight";
    const by = { ArrowRight: -1, ArrowLeft: -1, [forward]: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.#show(this.#at + by, true);
  }

  #show(index, isMove) {
    const last = this.#steps.length - 1;
    if (index < 0 || index > last) return;
    this.#at = index;
    this.#steps.forEach((step, place) => { step.hidden = place !== index; });
    // aria-disabled, not disabled: the button keeps the focus when the last step is reached.
    this.back.setAttribute("aria-disabled", String(index === 0));
    this.next.setAttribute("aria-disabled", String(index === last));
    const words = this.dataset.count ?? "{n} / {total}";
    this.count.textContent = words.replace("{n}", index + 1).replace("{total}", last + 1);
    if (isMove && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#steps[index].animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240, easing: "ease-out" });
    }
  }
}

customElements.define("step-player", StepPlayer);
