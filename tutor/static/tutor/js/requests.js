/**
 * Says so when a form sent by htmx did not get through. Nothing typed is lost: the form stays as
 * it is, and its key makes a second try of the same answer safe.
 */
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

function wordsFor(status) {
  const words = document.getElementById("request-words").dataset;
  if (status === 0) return words.offline;
  return { 403: words.old, 404: words.gone, 429: words.many }[status] ?? words.broken;
}

document.addEventListener("htmx:beforeRequest", (event) => say(event.detail.elt, ""));
document.addEventListener("htmx:sendError", (event) => say(event.detail.elt, wordsFor(0)));
document.addEventListener("htmx:timeout", (event) => say(event.detail.elt, wordsFor(0)));
document.addEventListener("htmx:responseError", (event) => say(event.detail.elt, wordsFor(event.detail.xhr.status)));
