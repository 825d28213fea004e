// Modal dialogs.

import { h } from "../dom.js";
import { problemBox } from "./notice.js";

let numbers = 0;

/**
 * Asks for values, calls act with them, and closes when it succeeds. An error is shown in the
 * dialog, which stays open.
 *
 * @param question title; text; fields; verb: text of the submit button; stop: text of the other
 *     button, null for none; danger; about: more elements
 * @param act called with the fields' values by name
 * @returns whether act succeeded
 */
export function ask(question, act) {
  const heading = "dialog-" + ++numbers;
  const inputs = (question.fields ?? []).map(field);
  const problems = h("div", {});
  const go = h("button", { class: question.danger ? "danger" : "primary" }, question.verb);
  const stop = h(
    "button",
    { type: "button", onclick: () => dialog.close() },
    question.stop ?? "Go back",
  );
  const form = h(
    "form",
    { class: "dialog-form" },
    h("h2", { id: heading }, question.title),
    question.text ? h("p", {}, question.text) : null,
    question.about ?? null,
    inputs.map((input) => input.row),
    problems,
    h("div", { class: "buttons" }, question.stop === null ? null : stop, go),
  );
  const dialog = h("dialog", { "aria-labelledby": heading }, form);
  let done = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    problems.replaceChildren();
    try {
      await act(Object.fromEntries(inputs.map((input) => [input.name, input.read()])));
      done = true;
      dialog.close();
    } catch (error) {
      problems.replaceChildren(problemBox(error));
    } finally {
      go.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = inputs[0]?.input ?? (question.danger ? stop : go);
  first.focus();
  if (first.tagName === "TEXTAREA") {
    first.setSelectionRange(0, 0);
    first.scrollTop = 0;
  }
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(done);
    });
  });
}

/** Closes all dialogs, because the user opened another page. */
export function closeDialogs() {
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
}

/** A field of a dialog: name, label, hint; type, options or rows; value. */
function field({ name, label, hint, type = "text", options, rows, value = "", ...more }) {
  const id = "field-" + ++numbers;
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
  const row = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    input,
    hint ? h("p", { class: "faint" }, hint) : null,
  );
  return { name, row, input, read: () => input.value.trim() };
}
