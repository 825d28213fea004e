// The overview of all tenants: is it worse than before? Health, figures over time, queues, live changes.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { queueTable } from "./queues.js";
import { live } from "../live.js";
import { alertLines } from "../parts/alert-groups.js";
import { changes } from "../parts/changes.js";
import { command } from "../parts/command.js";
import { figureCharts, figureTiles, loadFigures, periodChoice, PERIODS } from "../parts/figures.js";
import { needsAttention } from "../parts/incidents.js";
import { kept } from "../parts/kept.js";
import { emptyBox } from "../parts/notice.js";
import { region } from "../parts/region.js";
import { stateTabs } from "../parts/state-tabs.js";
import { tile } from "../parts/table.js";
import { local, now, when, zoneName } from "../parts/time.js";
import { count, duration, plural } from "../text.js";

const LATE_MILLIS = 60_000;
// What changes less often is asked for less often: an open overview must cost the database little.
const STATS_MILLIS = 7_000;
const ALERTS_MILLIS = 15_000; // as often as rules are evaluated
const SETTINGS_MILLIS = 30_000;
const NO_JOBS = { waiting: 0, due: 0, running: 0, dead: 0, oldestDueAt: null };

export default function overview(page) {
  const period = PERIODS[page.query.period] ? page.query.period : "hour";
  // Two regions use them, whose refreshes drift apart.
  const stats = kept(page, 0.95 * STATS_MILLIS, (signal) => call("stats", { signal }));
  const alerts = kept(page, ALERTS_MILLIS, (signal) => call("alerts", { signal, query: { state: "open", limit: 500 } }));
  const queues = kept(page, SETTINGS_MILLIS, (signal) => call("queues", { signal }));
  live.addEventListener("change", ({ detail }) => detail.name === "alert" && alerts.forget(), { signal: page.signal });
  const often = { every: STATS_MILLIS, rest: STATS_MILLIS };
  return [
    h("div", { class: "headline" }, h("h1", {}, "Overview"), periodChoice([], page.query, period)),
    region(
      page,
      async (signal) => {
        const [totals, { items }] = await Promise.all([stats(signal), alerts(signal)]);
        // The number changes when a snooze ends.
        return { stats: totals, alerts: items, unattended: items.filter(needsAttention).length };
      },
      (found) => health(page, found),
      often,
    ),
    region(
      page,
      (signal) => loadFigures(period, {}, signal),
      (figures) => figureParts(figures, period),
      { every: period === "hour" ? 30_000 : 60_000, concerns: () => false },
    ),
    region(
      page,
      async (signal) => {
        const [totals, { items }] = await Promise.all([stats(signal), queues(signal)]);
        return withCounts(items, totals.queues);
      },
      (all) => queueList(page, all),
      often,
    ),
    changes(page),
  ];
}

/** Queues with their newest counts; also those that are newer than the settings. */
function withCounts(settings, counts) {
  const known = new Map(settings.map((queue) => [queue.name, { ...queue, ...NO_JOBS }]));
  for (const [name, found] of Object.entries(counts)) {
    known.set(name, { ...(known.get(name) ?? { name, paused: false, deadLetterQueue: null }), ...found });
  }
  return [...known.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function health(page, { stats, alerts }) {
  const queues = Object.values(stats.queues);
  const { workers } = stats;
  const due = queues.reduce((sum, queue) => sum + queue.due, 0);
  const oldest = queues.map((queue) => queue.oldestDueAt).filter(Boolean).sort()[0];
  const late = oldest && now() - Date.parse(oldest) > LATE_MILLIS;
  const critical = alerts.filter((alert) => alert.severity === "critical").length;
  return [
    alerts.length > 0 ? alertLines(page, alerts) : null,
    h(
      "div",
      { class: "tiles small" },
      tile("health", verdict(alerts, workers, due), {
        tone: critical > 0 || (workers === 0 && due > 0) ? "bad" : alerts.length > 0 ? "warn" : "good",
        note: alerts.length > 0 ? plural(alerts.length, "open alert") : "no open alerts",
        href: "#/alerts",
      }),
      tile("due now", count(due), {
        tone: late ? "bad" : "",
        note: oldest ? ["oldest ", when(oldest)] : "no job is late",
        href: to(["jobs"], { state: "QUEUED" }),
      }),
      tile("running", count(stats.jobs.RUNNING), {
        note: `on ${plural(workers, "worker")}`,
        tone: workers > 0 ? "" : "bad",
        href: "#/workers",
      }),
    ),
    stateTabs(stats.jobs, {}),
  ];
}

function verdict(alerts, workers, due) {
  if (workers === 0 && due > 0) {
    return "no workers";
  }
  const critical = alerts.some((alert) => alert.severity === "critical");
  return critical ? "critical" : alerts.length > 0 ? "warning" : "good";
}

function figureParts(figures, period) {
  const { points, from } = figures;
  const since = points.length > 0 ? points[0].start : null;
  const late = period === "hour" && (since === null || since > from + 300_000);
  return [
    h("div", { class: "tiles small" }, figureTiles(figures, PERIODS[period].length)),
    late
      ? h(
          "p",
          { class: "faint" },
          since === null
            ? "This server samples the load every 30 s since it started; the first figures appear soon."
            : `This server has sampled since ${local(since).slice(11, 16)} (${zoneName()}), ${duration(Date.now() - since)} ago; it keeps these samples in memory.`,
        )
      : null,
    figureCharts(figures, {}),
  ];
}

function queueList(page, queues) {
  return h(
    "section",
    {},
    h("div", { class: "headline" }, h("h2", {}, "Queues"), link("#/queues", "Settings")),
    queues.length > 0
      ? queueTable(page, queues)
      : emptyBox(
          "No queues yet",
          "A queue is created with its first job, for example: ",
          command("./taskforge jobs enqueue my-work"),
        ),
  );
}
