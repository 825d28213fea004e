// Tables; on a narrow screen each row becomes a card.

import { fill, h } from "../dom.js";
import { grown } from "../place.js";
import { trouble } from "./notice.js";

/**
 * A table.
 *
 * @param columns title; cell: creates a row's content; figure: right-aligned
 * @param rows the items
 * @param caption description for screen readers
 */
export function table({ caption, columns, rows }) {
  const scroll = h(
    "div",
    { class: "scroll" },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, columns.map(head))),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            columns.map((column) => cell(column, row)),
          ),
        ),
      ),
    ),
  );
  // With nothing in it to focus, a wide table could not be scrolled with the keyboard.
  if (!scroll.querySelector("a, button, input, summary")) {
    scroll.tabIndex = 0;
    scroll.role = "region";
    scroll.ariaLabel = caption;
  }
  return scroll;
}

function head({ title, figure, cornerstone }) {
  return h("th", { scope: "col", class: figure ? "figure" : null }, cornerstone ?? title);
}

function cell({ title, cell, figure, wide }, row) {
  const content = cell(row);
  const classes = [figure ? "figure" : "", wide ? "wide" : ""].join(" ").trim();
  return h("td", { "data-label": title, class: classes || null }, h("div", {}, content));
}

/** Names and values. */
export function facts(pairs) {
  return h(
    "dl",
    { class: "facts" },
    pairs
      .filter((pair) => pair)
      .map(([name, ...value]) => h("div", {}, h("dt", {}, name), h("dd", {}, ...value))),
  );
}

/** A large figure with a name. */
export function tile(name, value, { note, tone = "", href } = {}) {
  const inside = [
    h("span", { class: "tile-name" }, name),
    h("span", { class: "tile-value" }, value),
    note ? h("span", { class: "faint" }, note) : null,
  ];
  return href
    ? h("a", { class: "tile " + tone, href, key: "tile " + name }, inside)
    : h("div", { class: "tile " + tone }, inside);
}

/**
 * A button that loads the next page of a list.
 *
 * @param next cursor of the next page; null on the last
 * @param load loads a page by its cursor: items and next
 * @param render creates elements from items
 */
export function more(next, load, render) {
  const place = h("div", {});
  if (next === null || next === undefined) {
    return place;
  }
  const button = h("button", { type: "button", key: "more", onclick: clicked }, "Show more");
  place.append(button);

  async function clicked() {
    button.disabled = true;
    try {
      const part = await load(next);
      place.classList.add("expanded");
      grown();
      fill(place, render(part.items), more(part.next, load, render));
    } catch (error) {
      button.disabled = false;
      trouble(error);
    }
  }

  return place;
}
