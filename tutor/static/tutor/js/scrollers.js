/**
 * A formula or figure wider than its place scrolls sideways; while it does, it takes a tab stop so
 * that the arrow keys can scroll it too.
 */
const watch = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth + 1) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});

function watchAll(root) {
  root.querySelectorAll("math[display=block], figure").forEach((wide) => watch.observe(wide));
}
document.addEventListener("htmx:load", (event) => watchAll(event.target));
watchAll(document);
