// The list of alerts.

import { call } from "../api.js";
import { h } from "../dom.js";
import { action } from "../parts/actions.js";
import { withCommands } from "../parts/command.js";
import { filters } from "../parts/filters.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more } from "../parts/table.js";
import { momentAndWhen, when } from "../parts/time.js";

const PAGE = 50;

export default function alerts(page) {
  const ask = (signal, cursor) =>
    call("alerts", { query: { limit: PAGE, ...page.query, cursor }, signal });
  const shown = (items) => items.map((alert) => alertCard(page, alert));
  return [
    h("h1", {}, "Alerts"),
    filters(["alerts"], page.query, [
      { name: "state", label: "State", options: ["open", "resolved"] },
      { name: "queue", label: "Queue" },
    ]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
        : emptyBox(
            "No alerts",
            "No rule has raised an alert. The rules are described in ",
            h("code", {}, "docs/guides/alerts.md"),
            " in the TaskForge repository.",
          ),
    ),
  ];
}

/** The card of an alert. */
export function alertCard(page, alert) {
  return h(
    "article",
    { class: "card alert " + (alert.state === "open" ? alert.severity : "resolved") },
    h(
      "div",
      { class: "headline" },
      badge(alert.state === "open" ? alert.severity : "resolved"),
      h("strong", {}, alert.rule),
      queueLink(alert.queue),
      h("span", { class: "faint" }, "raised ", when(alert.raisedAt)),
      alert.state === "open" && !alert.acknowledgedAt ? acknowledge(page, alert) : null,
    ),
    h("p", {}, withCommands(alert.text)),
    alert.acknowledgedAt
      ? h(
          "p",
          { class: "faint" },
          `Acknowledged by ${alert.acknowledgedBy}, `,
          momentAndWhen(alert.acknowledgedAt),
          alert.note ? ": " + alert.note : "",
        )
      : null,
    alert.resolvedAt
      ? h("p", { class: "faint" }, "Resolved ", momentAndWhen(alert.resolvedAt))
      : null,
  );
}

function acknowledge(page, { id, rule, queue }) {
  return action(
    "Acknowledge",
    ({ note }) =>
      call("alert.acknowledge", { at: { id }, body: note ? { note } : {} }).then(
        () => "Alert acknowledged.",
      ),
    {
      page,
      key: "acknowledge " + id,
      question: {
        title: "Acknowledge this alert?",
        text: `${rule} in ${queue}`,
        fields: [{ name: "note", label: "Note", hint: "Optional. Visible to others." }],
      },
    },
  );
}
