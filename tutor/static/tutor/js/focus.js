/**
 * Puts the keyboard where the reader's attention should be: after a swap, and after a plain form
 * that came back, on the element marked `data-focus` (a result, a message, a step just opened).
 */
function moveFocus(root) {
  const wanted = root.matches?.("[data-focus]") ? root : root.querySelector?.("[data-focus]");
  if (!wanted) return;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  wanted.focus({ preventScroll: true });
  wanted.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}

// `htmx:load` fires on the element that was put in; its settling is over by then.
document.addEventListener("htmx:load", (event) => {
  if (event.target !== document.body) moveFocus(event.target);
});
moveFocus(document.body);
