// Dialogs: questions with fields, the server's faults next to the fields, and a live preview.

import { h } from "../dom.js";
import { field } from "./field.js";
import { problemBox } from "./notice.js";

const PAUSE_MILLIS = 300;
let numbers = 0;

/**
 * Shows a dialog.
 *
 * @param question title; text; fields: see field; verb: text of the submit button; stop: text of the
 *     other button, null for none; danger; wide; about: more elements; preview: creates elements from
 *     the values while the user types
 * @param act called with the fields' values by name
 * @returns whether act succeeded
 */
export function ask(question, act) {
  const heading = "dialog-" + ++numbers;
  const inputs = (question.fields ?? []).map(field);
  const problems = h("div", {});
  const shown = h("div", { class: "preview", "aria-live": "polite" });
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
    h("div", { class: "dialog-fields" }, inputs.map((input) => input.row)),
    question.preview ? shown : null,
    problems,
    h("div", { class: "buttons" }, question.stop === null ? null : stop, go),
  );
  const dialog = h(
    "dialog",
    { "aria-labelledby": heading, class: question.wide ? "wide" : null },
    form,
  );
  const values = () => Object.fromEntries(inputs.map((input) => [input.name, input.read()]));
  let done = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    go.disabled = true;
    problems.replaceChildren();
    inputs.forEach((input) => input.say(null));
    try {
      await act(values());
      done = true;
      dialog.close();
    } catch (error) {
      problems.replaceChildren(problemBox(placed(error, inputs)));
    } finally {
      go.disabled = false;
    }
  });
  if (question.preview) {
    livePreview(form, question.preview, values, shown);
  }
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

/** Draws the preview of the current values, and again after each change. */
function livePreview(form, preview, values, place) {
  let timer = null;
  let latest = 0;
  const draw = async () => {
    const mine = ++latest;
    let content;
    try {
      content = await preview(values());
    } catch (error) {
      content = h("p", { class: "fault" }, (error.faults ?? [])[0]?.rule ?? error.message);
    }
    if (mine === latest) {
      place.replaceChildren(...[content].flat(Infinity).filter(Boolean));
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(draw, PAUSE_MILLIS);
  });
  draw();
}

/** Shows each fault next to its field; returns the problem with the others. */
function placed(error, inputs) {
  const others = [];
  for (const fault of error.faults ?? []) {
    const input = inputs.find(({ name, faults = [] }) =>
      [name, ...faults].some((key) => fault.key === key || fault.key.startsWith(key + ".")),
    );
    if (input) {
      input.say(`${fault.key === input.name ? "" : fault.key + ": "}${fault.rule}`);
    } else {
      others.push(fault);
    }
  }
  const first = inputs.find((input) => input.isFaulty());
  first?.input.focus();
  return first ? { title: error.title, message: "See the marked fields.", faults: others, status: error.status } : error;
}

/** Closes all dialogs, because the user opened another page. */
export function closeDialogs() {
  document.querySelectorAll("dialog").forEach((dialog) => dialog.close());
}
