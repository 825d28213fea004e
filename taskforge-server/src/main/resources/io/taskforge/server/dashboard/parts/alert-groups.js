// Open alerts, one line for each incident, and the buttons that acknowledge and snooze them.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { clip, plural } from "../text.js";
import { action } from "./actions.js";
import { incidents, needsAttention, subject } from "./incidents.js";
import { badge } from "./state.js";
import { when } from "./time.js";

const SHOWN = 4;
const SHOWN_SUBJECTS = 3;

const OPEN = "as long as it is open";
const SNOOZES = ["30m", "2h", "8h", "1d", "7d"];

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

function line(page, incident) {
  const { severity, alerts } = incident;
  const left = alerts.filter(needsAttention);
  return h(
    "li",
    { class: "incident " + severity },
    badge(severity),
    link(to(["alerts"], { state: "open" }), h("strong", {}, names(incident))),
    h("span", { class: "what" }, summary(incident)),
    h(
      "span",
      { class: "faint" },
      left.length > 0 ? "since " : alerts.some((alert) => alert.snoozedUntil) ? "snoozed, since " : "acknowledged, since ",
      when(new Date(incident.since).toISOString()),
    ),
    left.length > 0 ? acknowledgeAll(page, left) : null,
  );
}

/** The rules of an incident, and how many alerts they have raised. */
export function names({ rules, alerts }) {
  return rules.join(", ") + (alerts.length > 1 ? ` × ${alerts.length}` : "");
}

/** What an incident is about, in one line. */
export function summary({ subjects, alerts }) {
  const others = subjects.length - SHOWN_SUBJECTS;
  return alerts.length === 1
    ? clip(sentence(alerts[0].text), 140)
    : `in ${subjects.slice(0, SHOWN_SUBJECTS).join(", ")}${others > 0 ? ` and ${plural(others, "other")}` : ""}`;
}

/** What is wrong, without what to do about it. */
export function sentence(text) {
  return text.split(/\. (?=[A-Z])/)[0];
}

/** The buttons that acknowledge and snooze these alerts. */
export function acknowledgeButtons(page, alerts) {
  return [acknowledgeAll(page, alerts), acknowledgeAll(page, alerts, "2h")];
}

/**
 * Acknowledges all alerts of an incident, for as long as they are open or, as a snooze, for a time.
 *
 * @param snooze the suggested time of a snooze; none for a button that acknowledges
 */
function acknowledgeAll(page, alerts, snooze) {
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
      key: `${verb} ${alerts.length} ${alerts[0].id}`,
      question: {
        title: several ? `${verb} ${alerts.length} alerts?` : `${verb} this alert?`,
        text: [...new Set(alerts.map((alert) => `${alert.rule} in ${subject(alert)}`))].join(", "),
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
