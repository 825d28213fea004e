// Badges of states. Each has its own sign, because colour alone is not accessible.

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
  closed: ["good", "✓"],
  recovering: ["warn", "↗"],
  "half-open": ["warn", "?"],
  held: ["warn", "‖"],
  resolved: ["good", "✓"],
  paused: ["warn", "‖"],
  muted: ["off", "–"],
  snoozed: ["waits", "z"],
  acknowledged: ["off", "✓"],
  active: ["good", "▶"],
  enabled: ["good", "✓"],
  disabled: ["off", "–"],
  revoked: ["off", "–"],
  expired: ["off", "–"],
  finished: ["off", "■"],
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

/** The badge of a state. */
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
