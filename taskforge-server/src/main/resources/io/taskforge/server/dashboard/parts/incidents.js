// Incidents: the alerts of one outage, which raises several rules for several queues and tenants.

import { now } from "./time.js";

const SOON = 5 * 60_000;
const SAME_CAUSE = 30 * 60_000;

/** Whether an open alert is neither acknowledged nor snoozed now. */
export function needsAttention({ state, acknowledgedAt, snoozedUntil }) {
  return state === "open" && (!acknowledgedAt || (snoozedUntil !== null && Date.parse(snoozedUntil) <= now()));
}

/**
 * Groups alerts into incidents: alerts of a queue or destination that overlap or begin within minutes of each other;
 * and alerts of a tenant that begin within minutes, or overlap and begin within half an hour.
 *
 * @returns the incidents: alerts, oldest first; rules and subjects, by name; severity; state; since in milliseconds.
 *     First those that need attention, then critical, open and late ones
 */
export function incidents(alerts) {
  const groups = [];
  for (const alert of alerts) {
    const joined = groups.filter((group) => group.some((other) => isRelated(alert, other)));
    joined.forEach((group) => groups.splice(groups.indexOf(group), 1));
    groups.push([...joined.flat(), alert]);
  }
  const rank = ({ state, severity, alerts: all }) =>
    (state === "open" ? 0 : 4) + (all.some(needsAttention) ? 0 : 2) + (severity === "critical" ? 0 : 1);
  return groups.map(incident).sort((a, b) => rank(a) - rank(b) || b.since - a.since);
}

function incident(group) {
  const alerts = group.sort((a, b) => begin(a) - begin(b) || (a.id < b.id ? -1 : 1));
  const open = alerts.filter(({ state }) => state === "open");
  const counted = open.length > 0 ? open : alerts;
  return {
    alerts,
    rules: [...new Set(alerts.map(({ rule }) => rule))].sort(),
    subjects: [...new Set(alerts.map(subject))].sort(),
    severity: counted.some(({ severity }) => severity === "critical") ? "critical" : "warning",
    state: open.length > 0 ? "open" : "resolved",
    since: begin(alerts[0]),
  };
}

/** The queue or destination of an alert. */
export function subject({ queue, destination }) {
  return queue ?? destination;
}

function isRelated(one, other) {
  const apart = Math.abs(begin(one) - begin(other));
  const overlap = begin(one) <= end(other) && begin(other) <= end(one);
  if (apart <= SOON) {
    return isOfSame(one, other) || one.tenant === other.tenant;
  }
  return overlap && (isOfSame(one, other) || (one.tenant === other.tenant && apart <= SAME_CAUSE));
}

function isOfSame(one, other) {
  return subject(one) === subject(other) && (one.queue === null) === (other.queue === null);
}

function begin({ since }) {
  return Date.parse(since);
}

function end({ resolvedAt }) {
  return resolvedAt ? Date.parse(resolvedAt) : Infinity;
}
