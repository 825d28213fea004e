// Open alerts, one line for each rule: most incidents raise the same alert in many queues and tenants.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { clip, plural } from "../text.js";
import { action } from "./actions.js";
import { badge } from "./state.js";
import { now, when } from "./time.js";

const SHOWN = 4;
const SHOWN_SUBJECTS = 3;

const OPEN = "as long as it is open";
const SNOOZES = ["30m", "2h", "8h", "1d", "7d"];

/** Whether an open alert is neither acknowledged nor snoozed now. */
export function needsAttention({ state, acknowledgedAt, snoozedUntil }) {
  return state === "open" && (!acknowledgedAt || (snoozedUntil !== null && Date.parse(snoozedUntil) <= now()));
}

/** Groups alerts by rule, open and resolved ones apart: unacknowledged ones first, then critical and open ones. */
export function incidents(alerts) {
  const groups = new Map();
  for (const alert of alerts) {
    const key = alert.rule + " " + alert.state;
    const group = groups.get(key) ?? { rule: alert.rule, severity: alert.severity, state: alert.state, alerts: [] };
    group.alerts.push(alert);
    groups.set(key, group);
  }
  const rank = ({ severity, state, alerts: all }) =>
    (state === "open" ? 0 : 4) + (all.some(needsAttention) ? 0 : 2) + (severity === "critical" ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

/** The lines of the open incidents. */
export function alertLines(page, alerts) {
  const all = incidents(alerts);
  const hidden = all.slice(SHOWN).reduce((sum, group) => sum + group.alerts.length, 0);
  return h(
    "section",
    { class: "incidents", "aria-label": "Open alerts" },
    h(
      "ul",
      { class: "plain" },
      all.slice(0, SHOWN).map((group) => line(page, group)),
    ),
    hidden > 0 ? h("p", {}, link(to(["alerts"], { state: "open" }), "and " + plural(hidden, "other"))) : null,
  );
}

function line(page, { rule, severity, alerts }) {
  const subjects = [...new Set(alerts.map((alert) => alert.queue ?? alert.destination))];
  const [first] = alerts;
  const oldest = alerts.map((alert) => alert.raisedAt).sort()[0];
  const left = alerts.filter(needsAttention);
  return h(
    "li",
    { class: "incident " + severity },
    badge(severity),
    link(to(["alerts"], { state: "open" }), h("strong", {}, rule)),
    alerts.length > 1 ? h("span", { class: "count" }, "× " + alerts.length) : null,
    h(
      "span",
      { class: "what" },
      alerts.length === 1
        ? clip(sentence(first.text), 140)
        : `in ${subjects.slice(0, SHOWN_SUBJECTS).join(", ")}${subjects.length > SHOWN_SUBJECTS ? ` and ${subjects.length - SHOWN_SUBJECTS} others` : ""}`,
    ),
    h("span", { class: "faint" }, left.length > 0 ? "since " : alerts.some((alert) => alert.snoozedUntil) ? "snoozed, since " : "acknowledged, since ", when(oldest)),
    left.length > 0 ? acknowledgeAll(page, rule, left) : null,
  );
}

/** What is wrong, without what to do about it. */
export function sentence(text) {
  return text.split(/\. (?=[A-Z])/)[0];
}

/** The buttons that acknowledge and snooze alerts of one rule. */
export function acknowledgeButtons(page, rule, alerts) {
  return [acknowledgeAll(page, rule, alerts), acknowledgeAll(page, rule, alerts, "2h")];
}

/**
 * Acknowledges all alerts of an incident, for as long as they are open or, as a snooze, for a time.
 *
 * @param snooze the suggested time of a snooze; none for a button that acknowledges
 */
export function acknowledgeAll(page, rule, alerts, snooze) {
  const verb = snooze ? "Snooze" : "Acknowledge";
  const several = alerts.length > 1;
  return action(
    several ? `${verb} ${alerts.length}` : verb,
    async ({ note, until }) => {
      const time = until === OPEN ? {} : { for: until };
      for (const { id } of alerts) {
        await call("alert.acknowledge", { at: { id }, body: { ...(note ? { note } : {}), ...time } });
      }
      return plural(alerts.length, "alert") + (until === OPEN ? " acknowledged." : ` snoozed for ${until}.`);
    },
    {
      page,
      key: `${verb} ${rule} ${alerts[0].id}`,
      question: {
        title: several ? `${verb} ${alerts.length} alerts?` : `${verb} this alert?`,
        text: `${rule} in ${[...new Set(alerts.map((alert) => alert.queue ?? alert.destination))].join(", ")}`,
        verb,
        fields: [
          {
            name: "until",
            label: "For",
            options: [OPEN, ...SNOOZES],
            value: snooze ?? OPEN,
            hint: "After a snooze the alert needs attention again, unless it is resolved.",
          },
          { name: "note", label: "Note", hint: "Optional. Visible to others." },
        ],
      },
    },
  );
}
