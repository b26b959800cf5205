/** What the figures share in the browser: softmax, how numbers are written, how elements are made and told. */

const PLACES = 9;

/** Weights of some scores; a score of −∞ gets none. At least one score must be finite. */
export function softmax(scores) {
  const top = Math.max(...scores);
  const exponentials = scores.map((score) => Math.exp(score - top));
  const sum = exponentials.reduce((a, b) => a + b, 0);
  return exponentials.map((exponential) => exponential / sum);
}

/**
 * A number with a real minus sign; without `decimals` at most two, as short as it goes. Never −0.
 *
 * Halves go away from zero, and what is within a billionth of a half is taken for one: the server
 * adds in another order, and its last bits may differ.
 */
export function numeral(value, decimals) {
  return decimals === undefined ? written(value, 2).replace(/\.?0+$/, "") : written(value, decimals);
}

function written(value, decimals) {
  const unit = 10 ** (PLACES - decimals);
  const billionths = Math.round(Math.abs(value) * 10 ** PLACES);
  const digits = String(Math.floor((billionths + unit / 2) / unit)).padStart(decimals + 1, "0");
  const cut = digits.length - decimals;
  const sign = value < 0 && Number(digits) !== 0 ? "−" : "";
  return `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`;
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

/** What the server tells a figure, as JSON in a script element of it; null where there is none. */
export function settingsOf(figure) {
  const source = figure.querySelector('script[type="application/json"]');
  try {
    return JSON.parse(source?.textContent ?? "null");
  } catch {
    return null;
  }
}
