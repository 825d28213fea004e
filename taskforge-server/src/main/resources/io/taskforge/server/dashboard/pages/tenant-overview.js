// The overview of one tenant: its alerts, jobs, failures and schedules.

import { call } from "../api.js";
import { ownTenant } from "../caller.js";
import { h, link, to } from "../dom.js";
import { alertLines } from "../parts/alert-groups.js";
import { changes } from "../parts/changes.js";
import { command } from "../parts/command.js";
import { figureCharts, figureTiles, loadFigures, periodChoice, PERIODS } from "../parts/figures.js";
import { errorLine, jobLink } from "../parts/job-table.js";
import { kept } from "../parts/kept.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { stateTabs } from "../parts/state-tabs.js";
import { table } from "../parts/table.js";
import { moment, when } from "../parts/time.js";
import { clip, count } from "../text.js";

const SHOWN = 5;
const MOST_ALERTS = 500;

export default function tenantOverview(page) {
  const all = kept(page, 5_000, load);
  const period = page.query.period === "week" ? "week" : "day";
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "Tenant " + ownTenant()),
      periodChoice([], page.query, period, ["day", "week"]),
    ),
    region(page, all, ({ alerts, stats }) => [
      alerts.length > 0 ? alertLines(page, alerts) : null,
      stateTabs(stats.jobs, {}),
    ]),
    region(
      page,
      (signal) => loadFigures(period, { tenant: ownTenant() }, signal),
      (figures) => [
        h("div", { class: "tiles small" }, figureTiles(figures, PERIODS[period].length)),
        figureCharts(figures, {}),
      ],
      { every: 60_000, concerns: () => false },
    ),
    region(page, all, content),
    changes(page),
  ];
}

async function load(signal) {
  const query = { limit: SHOWN };
  const [stats, alerts, groups, dead, schedules] = await Promise.all([
    call("tenant.stats", { at: { name: ownTenant() }, signal }),
    call("alerts", { query: { state: "open", limit: MOST_ALERTS }, signal }),
    call("failure-groups", { query, signal }),
    call("dead-letters", { query, signal }),
    call("schedules", { query, signal }),
  ]);
  return {
    stats,
    alerts: alerts.items,
    groups: groups.items,
    dead: dead.items,
    schedules: schedules.items,
  };
}

function content({ stats, groups, dead, schedules }) {
  return [
    part("Queues", queues(stats)),
    part("Failures", groups.length > 0 ? groupTable(groups) : null, "failure-groups"),
    part("Dead letters", dead.length > 0 ? deadTable(dead) : null, "dead-letters"),
    part("Schedules", schedules.length > 0 ? scheduleTable(schedules) : null, "schedules"),
  ];
}

/** A section with a link to the full list, or nothing if it is empty. */
function part(title, shown, page) {
  return shown
    ? h(
        "section",
        {},
        h("h2", {}, title),
        shown,
        page ? h("p", {}, link(to([page]), "All " + title.toLowerCase())) : null,
      )
    : null;
}

function queues({ jobs, queues: found }) {
  const rows = Object.entries(found).map(([name, counts]) => ({ name, ...counts }));
  if (rows.length > 0) {
    return queueTable(rows);
  }
  return Object.values(jobs).some((number) => number > 0)
    ? h("p", { class: "faint" }, "No jobs are due or dead.")
    : emptyBox("No jobs yet", "Enqueue one: ", command("./taskforge jobs enqueue my-work"));
}

function queueTable(rows) {
  return table({
    caption: "Queues with due or dead jobs",
    rows,
    columns: [
      { title: "Queue", cell: (queue) => queueLink(queue.name) },
      { title: "Due", figure: true, cell: (queue) => count(queue.due) },
      { title: "Oldest due", cell: (queue) => when(queue.oldestDueAt) },
      {
        title: "Dead",
        figure: true,
        cell: (queue) =>
          queue.dead > 0
            ? link(to(["dead-letters"], { queue: queue.name }), count(queue.dead))
            : "0",
      },
    ],
  });
}

function groupTable(groups) {
  return table({
    caption: "The most frequent failures",
    rows: groups,
    columns: [
      { title: "Failures", figure: true, cell: (group) => count(group.count) },
      { title: "Error", cell: (group) => h("strong", {}, group.errorType) },
      { title: "Latest message", wide: true, cell: (group) => clip(group.sample.message, 160) },
      { title: "Latest", cell: (group) => when(group.lastSeen) },
      { title: "Latest job", cell: (group) => jobLink(group.sample.jobId) },
    ],
  });
}

function deadTable(dead) {
  return table({
    caption: "The latest dead letters",
    rows: dead,
    columns: [
      { title: "Job", cell: (job) => jobLink(job.id) },
      { title: "Type", cell: (job) => job.type },
      { title: "Queue", cell: (job) => queueLink(job.deadLetter?.moved_from_queue ?? job.queue) },
      { title: "Dead-lettered", cell: (job) => when(job.finishedAt) },
      { title: "Last error", wide: true, cell: (job) => errorLine(job.lastError) },
    ],
  });
}

function scheduleTable(schedules) {
  return table({
    caption: "Schedules",
    rows: schedules,
    columns: [
      { title: "Schedule", cell: (one) => h("strong", {}, one.name || one.id) },
      { title: "State", cell: (one) => badge(one.paused ? "paused" : "active") },
      {
        title: "When",
        cell: (one) => (one.cron ? h("span", { class: "mono" }, one.cron) : moment(one.at)),
      },
      { title: "Next run", cell: (one) => when(one.nextRunAt) },
      { title: "Last run", cell: (one) => when(one.lastRunAt) },
    ],
  });
}
