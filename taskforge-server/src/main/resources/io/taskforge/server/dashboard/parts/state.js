// States, each with a sign of its own: colour alone is not enough.

import { h } from "../dom.js";

const SIGNS = {
  QUEUED: ["waits", "○"],
  RUNNING: ["runs", "▶"],
  RETRYING: ["warn", "↻"],
  SUCCEEDED: ["good", "✓"],
  FAILED: ["bad", "✕"],
  DEAD: ["bad", "☠"],
  CANCELLED: ["off", "–"],
  LOST: ["bad", "?"],
  INTERRUPTED: ["off", "‖"],
  SNOOZED: ["waits", "z"],
  DONE: ["good", "✓"],
  STOPPED: ["off", "■"],
  HALTED: ["bad", "■"],
  DENIED: ["bad", "✕"],
  critical: ["bad", "!"],
  warning: ["warn", "!"],
  open: ["bad", "!"],
  resolved: ["good", "✓"],
  paused: ["warn", "‖"],
  active: ["good", "▶"],
  enabled: ["good", "✓"],
  disabled: ["off", "–"],
};

export const JOB_STATES = [
  "QUEUED",
  "RUNNING",
  "RETRYING",
  "SUCCEEDED",
  "FAILED",
  "DEAD",
  "CANCELLED",
];

/** A state as a small label. */
export function badge(state) {
  const [tone, sign] = SIGNS[state] ?? ["off", "·"];
  return h(
    "span",
    { class: "badge " + tone },
    h("span", { "aria-hidden": "true" }, sign),
    " ",
    String(state).toLowerCase(),
  );
}

export function tone(state) {
  return (SIGNS[state] ?? ["off"])[0];
}
