/**
 * What became of a form sent by htmx, where that is not simply the next piece of the page. Nothing
 * typed is lost: the form stays as it is, and its key makes a second try of the same answer safe.
 */
const WHOLE_PAGE = /^\s*<!doctype/i;

function say(form, words) {
  form.querySelector("[data-request-problem]")?.remove();
  if (!words) return;
  const box = document.createElement("p");
  box.className = "problem";
  box.dataset.requestProblem = "";
  box.setAttribute("role", "alert");
  box.textContent = words;
  form.append(box);
}

function wordsFor(status, page = "") {
  const words = document.getElementById("request-words").dataset;
  const reason = new DOMParser().parseFromString(page, "text/html").querySelector("[data-reason]");
  if (reason) return reason.textContent.trim();
  // A page instead of a piece with 200 is the page to sign in on.
  const ofStatus = { 0: words.offline, 200: words.old, 403: words.old, 404: words.gone, 429: words.many };
  return ofStatus[status] ?? words.broken;
}

document.addEventListener("htmx:beforeRequest", (event) => say(event.detail.elt, ""));
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, (event) => say(event.detail.elt, wordsFor(0)));
}

// A refusal that is a piece of the page (the form again, with its messages) is put in its place.
// A whole page never is: its words are shown instead.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status === 204) return;
  const isPiece = xhr.status < 500 && xhr.responseText.trim() !== "" && !WHOLE_PAGE.test(xhr.responseText);
  event.detail.shouldSwap = isPiece;
  event.detail.isError = false;
  if (!isPiece) say(requestConfig.elt, wordsFor(xhr.status, xhr.responseText));
});
