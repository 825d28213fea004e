// A retry policy with sliders, and its form in Java and JSON.

import { fill, h } from "../dom.js";
import { duration } from "../text.js";

const STRATEGIES = ["exponential", "linear", "fixed", "fibonacci"];
const JITTERS = ["full", "proportional", "equal", "decorrelated", "none"];

/** A slider; steps are values of a list or the numbers from min to max. */
export function slider({ label, min, max, step = 1, value, shown = String, change }) {
  const output = h("output", {}, shown(value));
  const input = h("input", {
    type: "range",
    min,
    max,
    step,
    value,
    "aria-label": label,
    oninput: () => {
      fill(output, shown(Number(input.value)));
      change(Number(input.value));
    },
  });
  return h("div", {}, h("label", {}, label, output), input);
}

/** A choice of words. */
function choice({ label, options, value, change }) {
  const select = h(
    "select",
    { "aria-label": label, onchange: () => change(select.value) },
    options.map((option) => h("option", { value: option, selected: option === value }, option)),
  );
  return h("div", {}, h("label", {}, label), select);
}

/** The state of the editor. Delays are in milliseconds, on a logarithmic scale. */
export function newDraft() {
  return { strategy: "exponential", first: 1000, multiplier: 2, cap: 60_000, jitter: "full", factor: 0.2, retries: 8 };
}

/** The sliders of a draft; calls changed after each change. */
export function editor(draft, changed) {
  const set = (name) => (value) => {
    draft[name] = value;
    changed();
  };
  const delay = (label, name, lowest, highest) =>
    slider({
      label,
      min: Math.log10(lowest),
      max: Math.log10(highest),
      step: 0.01,
      value: Math.log10(draft[name]),
      shown: (power) => duration(rounded(10 ** power)),
      change: (power) => set(name)(rounded(10 ** power)),
    });
  return h(
    "div",
    { class: "lab-form" },
    choice({ label: "Backoff", options: STRATEGIES, value: draft.strategy, change: set("strategy") }),
    delay("First delay", "first", 100, 600_000),
    slider({ label: "Multiplier (exponential)", min: 1, max: 5, step: 0.1, value: draft.multiplier, change: set("multiplier") }),
    delay("Longest delay", "cap", 100, 86_400_000),
    choice({ label: "Jitter", options: JITTERS, value: draft.jitter, change: set("jitter") }),
    slider({ label: "Factor (proportional)", min: 0, max: 1, step: 0.05, value: draft.factor, change: set("factor") }),
    slider({ label: "Retries", min: 0, max: 50, value: draft.retries, change: set("retries") }),
  );
}

/** Two significant digits, so that sliders give readable durations. */
function rounded(millis) {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(millis)) - 1);
  const value = Math.round(millis / power) * power;
  return value >= 1000 ? Math.round(value / 100) * 100 : Math.round(value);
}

/** The draft as the JSON of a policy. */
export function policyJson(draft) {
  const first = text(draft.first);
  const backoff = {
    exponential: { strategy: "exponential", initial: first, multiplier: draft.multiplier },
    linear: { strategy: "linear", initial: first, increment: first },
    fixed: { strategy: "fixed", delay: first },
    fibonacci: { strategy: "fibonacci", base: first },
  }[draft.strategy];
  const jitter = { type: draft.jitter };
  if (draft.jitter === "proportional") {
    jitter.factor = draft.factor;
  }
  return { maxRetries: draft.retries, backoff, maxDelay: text(Math.max(draft.first, draft.cap)), jitter };
}

function text(millis) {
  return millis % 1000 === 0 ? millis / 1000 + "s" : millis + "ms";
}

/** The draft as Java. */
export function policyJava(draft) {
  const lines = [`RetryPolicy.${draft.strategy}(${javaDuration(draft.first)})`];
  if (draft.strategy === "exponential") {
    lines.push(`.multipliedBy(${draft.multiplier})`);
  }
  lines.push(`.cappedAt(${javaDuration(Math.max(draft.first, draft.cap))})`);
  lines.push(`.jitter(Jitter.${draft.jitter}(${draft.jitter === "proportional" ? draft.factor : ""}))`);
  lines.push(`.maxRetries(${draft.retries})`);
  return lines.join("\n    ");
}

function javaDuration(millis) {
  return millis % 1000 === 0 ? `Duration.ofSeconds(${millis / 1000})` : `Duration.ofMillis(${millis})`;
}
