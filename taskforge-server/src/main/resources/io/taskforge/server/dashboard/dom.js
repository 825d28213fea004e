// Creates all elements. Children that are not elements become text, never HTML, because payloads and
// error messages are untrusted.

const SVG = "http://www.w3.org/2000/svg";

/** Creates an element; children may be elements, text, lists of both, or null. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    set(element, name, value);
  }
  element.append(...nodes(children));
  return element;
}

/** Creates an SVG element. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...nodes(children));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    return;
  }
  if (typeof value === "function") {
    element.addEventListener(name.replace(/^on/, ""), value);
  } else if (name === "key") {
    element.dataset.key = value;
  } else if (name === "value" || name === "checked" || name === "indeterminate") {
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** Replaces the children; focus and opened details are restored by their key. */
export function fill(element, ...children) {
  const active = document.activeElement;
  const key = element.contains(active) ? active.dataset.key : undefined;
  const opened = [...element.querySelectorAll("details[open][data-key]")].map((d) => d.dataset.key);
  element.replaceChildren(...nodes(children));
  for (const details of element.querySelectorAll("details[data-key]")) {
    details.open ||= opened.includes(details.dataset.key);
  }
  if (key !== undefined) {
    [...element.querySelectorAll("[data-key]")].find((e) => e.dataset.key === key)?.focus();
  }
}

/** A link to another page of the dashboard. */
export function link(hash, ...children) {
  return h("a", { href: hash, key: "link " + hash }, ...children);
}

/** The hash of a page, from the parts of its path and its filters. */
export function to(parts, query = {}) {
  const path = parts.map(encodeURIComponent).join("/");
  const given = Object.entries(query).filter(([, value]) => value !== "" && value != null);
  const search = new URLSearchParams(given).toString();
  return "#/" + path + (search ? "?" + search : "");
}
