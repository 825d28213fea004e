// The list of alerts.

import { call } from "../api.js";
import { firstRows } from "../place.js";
import { h, link, to } from "../dom.js";
import { acknowledgeButtons, incidents, needsAttention, sentence } from "../parts/alert-groups.js";
import { alertHistory } from "../parts/alert-history.js";
import { withCommands } from "../parts/command.js";
import { filters } from "../parts/filters.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more } from "../parts/table.js";
import { momentAndWhen, when } from "../parts/time.js";
import { plural } from "../text.js";

const PAGE = 50;

export default function alerts(page) {
  const ask = (signal, cursor) =>
    call("alerts", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  const shown = (items) => incidents(items).map((group) => incident(page, group));
  return [
    h("h1", {}, "Alerts"),
    filters(["alerts"], page.query, [
      { name: "state", label: "State", options: ["open", "resolved"] },
      { name: "rule", label: "Rule" },
      { name: "queue", label: "Queue" },
      { name: "tenant", label: "Tenant" },
    ]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [alertHistory(items), shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
        : emptyBox(
            "No alerts",
            "No rule has raised an alert. See the ",
            link("#/alert-rules", "alert rules"),
            ".",
          ),
    ),
  ];
}

/** One incident: a rule, and each alert that it has raised. */
function incident(page, { rule, severity, state, alerts: all }) {
  const left = all.filter(needsAttention);
  return h(
    "section",
    { class: "incident-group" },
    h(
      "div",
      { class: "headline" },
      badge(state === "open" ? severity : "resolved"),
      h("h2", {}, rule),
      h("span", { class: "faint" }, plural(all.length, "alert")),
      left.length > 1 ? h("div", { class: "buttons" }, acknowledgeButtons(page, rule, left)) : null,
    ),
    all.map((alert) => alertCard(page, alert)),
  );
}

/** The card of an alert. */
export function alertCard(page, alert) {
  return h(
    "article",
    { class: "card alert " + (alert.state === "open" ? alert.severity : "resolved") },
    h(
      "div",
      { class: "headline" },
      standing(alert),
      h(
        "strong",
        {},
        alert.queue ? queueLink(alert.queue) : link(to(["destinations"], { tenant: alert.tenant }), alert.destination),
      ),
      h("span", { class: "faint" }, alert.tenant ? "tenant " + alert.tenant : ""),
      h("span", { class: "faint" }, "raised ", when(alert.raisedAt)),
      needsAttention(alert) ? h("div", { class: "buttons" }, acknowledgeButtons(page, alert.rule, [alert])) : null,
    ),
    h("p", {}, sentence(alert.text) + "."),
    alert.queue ? queueLinks(alert) : null,
    h(
      "details",
      { key: "advice " + alert.id },
      h("summary", {}, "What to do"),
      h("p", {}, withCommands(alert.text.slice(sentence(alert.text).length + 2))),
    ),
    alert.acknowledgedAt
      ? h(
          "p",
          { class: "faint" },
          `${alert.snoozedUntil ? "Snoozed" : "Acknowledged"} by ${alert.acknowledgedBy}, `,
          momentAndWhen(alert.acknowledgedAt),
          alert.snoozedUntil ? [", until ", momentAndWhen(alert.snoozedUntil)] : null,
          alert.note ? ": " + alert.note : "",
        )
      : null,
    alert.resolvedAt
      ? h("p", { class: "faint" }, "Resolved ", momentAndWhen(alert.resolvedAt))
      : null,
  );
}

/** The state of an alert: acknowledged and snoozed ones need no attention. */
function standing(alert) {
  if (alert.state !== "open" || needsAttention(alert)) {
    return badge(alert.state === "open" ? alert.severity : "resolved");
  }
  return badge(alert.snoozedUntil ? "snoozed" : "acknowledged");
}

function queueLinks({ rule, queue }) {
  if (rule === "dead-letters") {
    return h("p", {}, link(to(["dead-letters"], { queue }), "Dead letters"), " · ", link(to(["queues", queue]), "Queue"));
  }
  return h(
    "p",
    {},
    link(to(["failure-groups"], { queue }), "Failure groups"),
    " · ",
    link(to(["dead-letters"], { source: queue }), "Dead letters"),
    " · ",
    link(to(["jobs"], { queue, state: "RETRYING" }), "Retrying jobs"),
    " · ",
    link(to(["queues", queue]), "Queue"),
  );
}
