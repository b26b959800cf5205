/** Makes each preview as tall as what is in it, now and whenever that changes. */
const fit = (frame) => {
  const page = frame.contentDocument?.body;
  if (!page) return;
  const measure = () => { frame.style.blockSize = `${page.scrollHeight + 2}px`; };
  new ResizeObserver(measure).observe(page);
  measure();
};

for (const frame of document.querySelectorAll("iframe.preview")) {
  frame.addEventListener("load", () => fit(frame));
  if (frame.contentDocument?.readyState === "complete") fit(frame);
}
