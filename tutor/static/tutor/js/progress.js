/**
 * Follows the reader through the sections: marks the current one in the rail, and tells the server
 * (`data-progress-url`) of each section that has been reached for the first time.
 */
const DWELL_MS = 800;

const page = document.querySelector("[data-progress-url]");
const sections = [...page.querySelectorAll("[data-section]")];
const bar = document.querySelector("[data-progress]");
const count = document.querySelector("[data-reached]");
const token = () => page.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
const told = new Set();
let reached = Number(bar?.value ?? 0);
let waiting = 0;

function railItem(section) {
  return page.querySelector(`.rail a[href="#${CSS.escape(section.dataset.section)}"]`);
}

async function tell(section) {
  const slug = section.dataset.section;
  if (!page.dataset.progressUrl || told.has(slug)) return;
  told.add(slug);
  try {
    const answer = await fetch(page.dataset.progressUrl, {
      method: "POST",
      headers: { "X-CSRFToken": token() },
      body: new URLSearchParams({ section: slug }),
      keepalive: true,
    });
    if (!answer.ok) throw new Error(String(answer.status));
  } catch {
    told.delete(slug); // passing it again tries again
  }
}

function showReached(index) {
  for (const section of sections.slice(0, index)) {
    const item = railItem(section)?.closest("li");
    item?.classList.replace("is-todo", "is-done");
    item?.classList.replace("is-current", "is-done");
    item?.querySelector("[data-done-text]")?.removeAttribute("hidden");
  }
  if (index + 1 <= reached) return;
  reached = index + 1;
  if (bar) bar.value = reached;
  if (count) count.textContent = String(reached);
}

function arrive(section) {
  for (const other of sections) railItem(other)?.removeAttribute("aria-current");
  railItem(section)?.setAttribute("aria-current", "step");
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    showReached(sections.indexOf(section));
    tell(section);
  }, DWELL_MS);
}

// The current section is the one that crosses a line a third of the way down the window.
const watch = new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) arrive(entry.target);
}, { rootMargin: "-33% 0px -66% 0px" });
sections.forEach((section) => watch.observe(section));
