// What the operator is told: problems where they belong, and news in a corner.

import { access } from "../api.js";
import { h } from "../dom.js";

const NEWS_MILLIS = 6_000;

/** A problem in its place, with everything that the server said about it. */
export function problemBox(problem, retry) {
  return h(
    "div",
    { class: "box problem", role: "alert" },
    h("strong", {}, problem.title ?? "Something went wrong"),
    h("p", {}, problem.message),
    faults(problem),
    problem.status === 401 || problem.status === 403
      ? button("Enter a key", () => access.dispatchEvent(new Event("wanted")))
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

/** What a list says that has nothing in it: what that means, and what to do. */
export function emptyBox(title, ...what) {
  return h("div", { class: "box empty" }, h("strong", {}, title), h("p", {}, ...what));
}

/** Says that something was done. */
export function news(text) {
  show(h("div", { class: "news" }, text), NEWS_MILLIS);
}

/** Says that something was not done; stays until it is closed. */
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
