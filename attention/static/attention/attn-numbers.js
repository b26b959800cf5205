/** What the figures share in the browser: softmax, how numbers are written, how elements are made. */

/** Weights of some scores; a score of −∞ gets none. At least one score must be finite. */
export function softmax(scores) {
  const top = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - top));
  const sum = exponentials.reduce((a, b) => a + b, 0);
  return exponentials.map((exponential) => exponential / sum);
}

/** A number with a real minus sign; without `decimals` as short as it goes. Never −0. */
export function numeral(value, decimals) {
  const text = decimals === undefined ? String(Math.round(value * 100) / 100) : value.toFixed(decimals);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/** An element with attributes and children; "svg:line" makes one of SVG. */
export function element(name, attributes = {}, ...children) {
  const node = name.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
