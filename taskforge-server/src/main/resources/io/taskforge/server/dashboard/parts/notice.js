// Error boxes, empty states and notifications.

import { access } from "../api.js";
import { h } from "../dom.js";

const NEWS_MILLIS = 6_000;

/**
 * An error with all details of the server, shown in place.
 *
 * @param heading the element of its title: h1 if it is all that the page has
 */
export function problemBox(problem, retry, heading = "strong") {
  return h(
    "div",
    { class: "box problem", role: "alert" },
    h(heading, {}, problem.title ?? "Something went wrong"),
    h("p", {}, problem.message),
    faults(problem),
    problem.status === 401 || problem.status === 403
      ? button("Enter an API key", () => access.dispatchEvent(new Event("wanted")))
      : retry
        ? button("Try again", retry)
        : null,
  );
}

function button(label, act) {
  return h("button", { type: "button", onclick: act, key: label }, label);
}

export function faults(problem) {
  const list = problem.faults ?? [];
  return list.length > 1
    ? h(
        "ul",
        {},
        list.map((fault) => h("li", {}, `${fault.key}: ${fault.value} – ${fault.rule}`)),
      )
    : null;
}

/** The empty state of a list: what it means, and what to do. */
export function emptyBox(title, ...what) {
  return h("div", { class: "box empty" }, h("strong", {}, title), h("p", {}, ...what));
}

/** Shows a success message for some seconds. */
export function news(text) {
  show(h("div", { class: "news" }, text), NEWS_MILLIS);
}

/** Shows an error message until the user closes it. */
export function trouble(problem) {
  const box = h(
    "div",
    { class: "news bad" },
    h(
      "div",
      {},
      h("strong", {}, problem.title ?? "Something went wrong"),
      h("p", {}, problem.message),
      faults(problem),
    ),
    h("button", { type: "button", "aria-label": "Close", onclick: () => box.remove() }, "×"),
  );
  show(box, null);
}

function show(box, millis) {
  const place = document.getElementById("notices");
  place.append(box);
  while (place.children.length > 4) {
    place.firstChild.remove();
  }
  if (millis) {
    setTimeout(() => box.remove(), millis);
  }
}
