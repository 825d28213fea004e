// Fields of a dialog.

import { h } from "../dom.js";
import { completed, names } from "./names.js";

let numbers = 0;

/**
 * A field of a dialog.
 *
 * @param name of the value
 * @param label shown above
 * @param hint shown below
 * @param type of the input, "checkbox" for yes or no
 * @param options for a list to choose from, or rows for a text area
 * @param several check boxes, of which any number may be chosen
 * @param names completes the text: a kind of known names, or a function that loads them
 * @param faults more keys of the server's faults that belong here
 */
export function field({ name, label, hint, type = "text", options, rows, several, names: known, faults, value, ...more }) {
  const id = "field-" + ++numbers;
  const fault = h("p", { class: "fault", id: id + "-fault", hidden: true });
  const made = several
    ? choices(id, several, value ?? [])
    : type === "checkbox"
      ? checkbox(id, value, more)
      : text({ id, type, options, rows, value: value ?? "", more });
  const list = known ? completed(made.input, loader(known)) : null;
  const described = hint ? h("p", { class: "faint", id: id + "-hint" }, hint) : null;
  const said = h(several ? "span" : "label", several ? { class: "label", id: id + "-label" } : { for: id }, label);
  const row = h(
    "div",
    { class: "field" + (type === "checkbox" && !several ? " check" : "") },
    type === "checkbox" && !several ? [made.element, said] : [said, made.element],
    list,
    described,
    fault,
  );
  if (several) {
    made.element.setAttribute("role", "group");
    made.element.setAttribute("aria-labelledby", id + "-label");
  }
  return {
    name,
    row,
    faults,
    input: made.input,
    read: made.read,
    say: (message) => {
      fault.textContent = message ?? "";
      fault.hidden = !message;
      made.input.setAttribute("aria-invalid", String(Boolean(message)));
      made.input.setAttribute("aria-describedby", message ? id + "-fault" : described ? id + "-hint" : "");
    },
    isFaulty: () => !fault.hidden,
  };
}

function loader(known) {
  return typeof known === "function" ? known : async () => (await names())[known];
}

function text({ id, type, options, rows, value, more }) {
  let input;
  if (options) {
    input = h(
      "select",
      { id },
      options.map((option) => h("option", { value: option, selected: option === value }, option)),
    );
  } else if (rows) {
    input = h("textarea", { id, rows, spellcheck: "false", value, ...more });
  } else {
    input = h("input", { id, type, value, autocomplete: "off", ...more });
  }
  return { input, element: input, read: () => input.value.trim() };
}

function checkbox(id, value, more) {
  const input = h("input", { id, type: "checkbox", checked: Boolean(value), ...more });
  return { input, element: input, read: () => input.checked };
}

function choices(id, options, chosen) {
  const boxes = options.map((option, i) => {
    const box = id + "-" + i;
    const input = h("input", { id: box, type: "checkbox", checked: chosen.includes(option) });
    return { option, input, element: h("span", { class: "choice" }, input, h("label", { for: box }, option)) };
  });
  return {
    input: boxes[0].input,
    element: h("div", { class: "several" }, boxes.map((box) => box.element)),
    read: () => boxes.filter((box) => box.input.checked).map((box) => box.option),
  };
}
