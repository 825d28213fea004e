// List filters. They are part of the URL, so that they can be bookmarked and shared.

import { ownTenant } from "../caller.js";
import { h, to } from "../dom.js";

let numbers = 0;

/**
 * The filter form of a list.
 *
 * @param path the page's path, in parts
 * @param query the current filters
 * @param fields name; label; options or type; hint
 */
export function filters(path, query, fields) {
  const useful = fields.filter(({ name }) => name !== "tenant" || ownTenant() === null);
  const inputs = useful.map((field) => input(field, query));
  const form = h(
    "form",
    { class: "filters", role: "search" },
    inputs.map((each) => each.row),
    h("button", { class: "primary", key: "filter" }, "Filter"),
    Object.keys(query).length > 0 ? h("a", { class: "button", href: to(path) }, "Clear") : null,
  );
  const apply = () => {
    location.hash = to(path, Object.fromEntries(inputs.map((each) => [each.name, each.read()])));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener("change", (event) => event.target.tagName === "SELECT" && apply());
  const narrowed = Object.keys(query).length > 0;
  return h(
    "details",
    { class: "fold", open: narrowed || matchMedia("(min-width: 761px)").matches },
    h("summary", {}, "Filters"),
    form,
  );
}

function input({ name, label, options, type = "text", hint }, query) {
  const id = "filter-" + ++numbers;
  const value = query[name] ?? "";
  if (type === "datetime-local") {
    const element = h("input", {
      id,
      type,
      key: id,
      step: "1",
      value: value ? localInput(value) : "",
    });
    const read = () => (element.value ? new Date(element.value).toISOString() : "");
    return { name, row: row(id, label, element), read };
  }
  const element = options
    ? h(
        "select",
        { id, key: id },
        ["", ...options].map((option) =>
          h("option", { value: option, selected: option === value }, option || "any"),
        ),
      )
    : h("input", {
        id,
        type,
        key: id,
        value,
        placeholder: hint,
        autocomplete: "off",
        spellcheck: "false",
      });
  return { name, row: row(id, label, element), read: () => element.value.trim() };
}

function row(id, label, element) {
  return h("div", { class: "field" }, h("label", { for: id }, label), element);
}

function localInput(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime())
    ? ""
    : new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
