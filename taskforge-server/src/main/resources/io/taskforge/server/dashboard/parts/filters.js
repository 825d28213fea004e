// List filters. They are part of the URL, so that they can be bookmarked and shared.

import { ownTenant } from "../caller.js";
import { h, to } from "../dom.js";
import { completed, exactly, names } from "./names.js";
import { fromInput, toInput } from "./time.js";

/** Which known names complete a filter. */
const KINDS = {
  queue: "queues",
  source: "queues",
  type: "types",
  tenant: "tenants",
  errorType: "errorTypes",
};
let numbers = 0;

/**
 * The filter form of a list.
 *
 * @param path the page's path, in parts
 * @param query the current filters
 * @param fields name; label; options or type; hint; names: loads names that complete it; rare: hidden until asked for
 */
export function filters(path, query, fields) {
  const useful = fields.filter(({ name }) => name !== "tenant" || ownTenant() === null);
  const inputs = useful.map((field) => ({ ...input(field, query), rare: field.rare }));
  const names = new Set(inputs.map((each) => each.name));
  const kept = Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)));
  const narrowed = inputs.some((each) => query[each.name]);
  const rare = inputs.filter((each) => each.rare);
  const form = h(
    "form",
    { class: "filters", role: "search", "aria-label": "Filters" },
    inputs.filter((each) => !each.rare).map((each) => each.row),
    rare.length > 0
      ? h(
          "details",
          { class: "rare", open: rare.some((each) => query[each.name]) },
          h("summary", {}, "More filters"),
          h("div", { class: "filters" }, rare.map((each) => each.row)),
        )
      : null,
    h("button", { class: "primary", key: "filter" }, "Filter"),
    narrowed ? h("a", { class: "button", href: to(path, kept) }, "Clear") : null,
  );
  const apply = async () => {
    const values = await Promise.all(inputs.map((each) => each.read()));
    const given = Object.fromEntries(inputs.map((each, i) => [each.name, values[i]]));
    location.hash = to(path, { ...kept, ...given });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener("change", (event) => event.target.tagName === "SELECT" && apply());
  return h(
    "details",
    { class: "fold", open: narrowed || matchMedia("(min-width: 761px)").matches },
    h("summary", {}, "Filters"),
    form,
  );
}

function input({ name, label, options, type = "text", hint, names: load }, query) {
  const id = "filter-" + ++numbers;
  const value = query[name] ?? "";
  if (type === "datetime-local") {
    const element = h("input", {
      id,
      type,
      key: id,
      step: "1",
      value: value ? toInput(value) : "",
    });
    const read = () => (element.value ? fromInput(element.value) : "");
    return { name, row: row(id, label, element), read };
  }
  if (options) {
    const element = h(
      "select",
      { id, key: id },
      ["", ...options].map((option) =>
        h("option", { value: option, selected: option === value }, option || "any"),
      ),
    );
    return { name, row: row(id, label, element), read: () => element.value };
  }
  const element = h("input", {
    id,
    type,
    key: id,
    value,
    placeholder: hint,
    autocomplete: "off",
    spellcheck: "false",
  });
  const kind = KINDS[name];
  if (!kind) {
    const known = load ? completed(element, load) : null;
    return { name, row: row(id, label, element, known), read: () => element.value.trim() };
  }
  const list = completed(element, async () => (await names())[kind]);
  const read = async () => {
    const text = element.value.trim();
    return text ? exactly(kind, text) : "";
  };
  return { name, row: row(id, label, element, list), read };
}

function row(id, label, ...elements) {
  return h("div", { class: "field" }, h("label", { for: id }, label), elements);
}
