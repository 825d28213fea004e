// The list of alerts.

import { firstRows } from "../place.js";
import { call } from "../api.js";
import { fill, h, link, to } from "../dom.js";
import { advice } from "../parts/alert-advice.js";
import { acknowledgeButtons, names, sentence, summary } from "../parts/alert-groups.js";
import { alertHistory } from "../parts/alert-history.js";
import { filters } from "../parts/filters.js";
import { incidents, needsAttention } from "../parts/incidents.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more } from "../parts/table.js";
import { momentAndWhen, when } from "../parts/time.js";

const PAGE = 50;

export default function alerts(page) {
  const ask = (signal, cursor) =>
    call("alerts", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  return [
    h("h1", {}, "Alerts"),
    filters(["alerts"], page.query, [
      { name: "state", label: "State", options: ["open", "resolved"] },
      { name: "severity", label: "Severity", options: ["critical", "warning"] },
      { name: "rule", label: "Rule", names: ruleNames },
      { name: "queue", label: "Queue" },
      { name: "tenant", label: "Tenant" },
    ]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? list(page, items, next, (cursor) => ask(page.signal, cursor))
        : emptyBox(
            "No alerts",
            "No rule has raised an alert. See the ",
            link("#/alert-rules", "alert rules"),
            ".",
          ),
    ),
  ];
}

async function ruleNames() {
  return [...new Set((await call("alert-rules")).items.map(({ name }) => name))];
}

/** All incidents; an incident may have alerts on the next page, which must not make it two. */
function list(page, first, next, load) {
  let all = first;
  const place = h("div", {});
  const draw = () =>
    fill(
      place,
      alertHistory(all),
      incidents(all).map((each) => incident(page, each)),
    );
  draw();
  const grow = (items) => {
    all = [...all, ...items];
    draw();
    return [];
  };
  return [place, more(next, load, grow)];
}

/** One incident: a line, and each of its alerts. */
function incident(page, one) {
  const { severity, state, alerts: all } = one;
  const left = all.filter(needsAttention);
  return h(
    "details",
    { class: "incident-group", key: "incident " + all[0].id, open: all.length === 1 && state === "open" },
    h(
      "summary",
      {},
      badge(state === "open" ? severity : "resolved"),
      h("strong", {}, names(one)),
      h("span", { class: "what" }, summary(one)),
      h("span", { class: "faint" }, "since ", when(new Date(one.since).toISOString())),
    ),
    left.length > 1 ? h("div", { class: "buttons" }, acknowledgeButtons(page, left)) : null,
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
      h("span", {}, alert.rule),
      h(
        "strong",
        {},
        alert.queue ? queueLink(alert.queue) : link(to(["destinations"], { tenant: alert.tenant }), alert.destination),
      ),
      h("span", { class: "faint" }, alert.tenant ? "tenant " + alert.tenant : ""),
      h("span", { class: "faint" }, "raised ", when(alert.raisedAt)),
      needsAttention(alert) ? h("div", { class: "buttons" }, acknowledgeButtons(page, [alert])) : null,
    ),
    h("p", {}, sentence(alert.text) + "."),
    alert.queue ? queueLinks(alert) : null,
    h(
      "details",
      { key: "advice " + alert.id },
      h("summary", {}, "What to do"),
      h("p", {}, advice(alert.text.slice(sentence(alert.text).length + 2))),
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
