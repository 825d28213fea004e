// The overview of all tenants: alerts, states, queues, workers and live changes.

import { call } from "../api.js";
import { fill, h, link, to } from "../dom.js";
import { live } from "../live.js";
import { alertCard } from "./alerts.js";
import { queueTable } from "./queues.js";
import { command } from "../parts/command.js";
import { jobLink } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge, JOB_STATES } from "../parts/state.js";
import { table, tile } from "../parts/table.js";
import { clockTime, when } from "../parts/time.js";
import { clip, count, percent, plural } from "../text.js";

const SHOWN_ALERTS = 3;
const SHOWN_CHANGES = 12;
const TONES = { FAILED: "bad", DEAD: "bad", RETRYING: "warn" };

export default function overview(page) {
  const load = async (signal) => {
    const [stats, queues, workers, alerts] = await Promise.all([
      call("stats", { signal }),
      call("queues", { signal }),
      call("workers", { signal }),
      call("alerts", { signal, query: { state: "open" } }),
    ]);
    return { stats, queues: queues.items, workers: workers.items, alerts: alerts.items };
  };
  return [
    h("h1", {}, "Overview"),
    region(page, load, (now) => content(page, now), { every: 5_000 }),
    changes(page),
  ];
}

function content(page, { stats, queues, workers, alerts }) {
  return [
    h("section", { class: "tiles" }, tiles(stats, workers, alerts)),
    alerts.length > 0 ? worst(page, alerts) : null,
    h(
      "section",
      {},
      h("h2", {}, "Queues"),
      queues.length > 0
        ? queueTable(page, queues)
        : emptyBox(
            "No queues yet",
            "A queue is created with its first job, for example: ",
            command("./taskforge jobs enqueue my-work"),
          ),
    ),
    h("section", {}, h("h2", {}, "Workers"), workerTable(workers)),
  ];
}

/** The most important alerts: critical ones and those not acknowledged first. */
export function worst(page, alerts) {
  const rank = (alert) => (alert.acknowledgedAt ? 2 : 0) + (alert.severity === "critical" ? 0 : 1);
  const shown = [...alerts].sort((a, b) => rank(a) - rank(b)).slice(0, SHOWN_ALERTS);
  const others = alerts.length - shown.length;
  return h(
    "section",
    {},
    h("h2", {}, plural(alerts.length, "open alert")),
    shown.map((alert) => alertCard(page, alert)),
    others > 0
      ? h("p", {}, link(to(["alerts"], { state: "open" }), "and " + plural(others, "other")))
      : null,
  );
}

/** Tiles with the number of jobs in each state. */
export function stateTiles(jobs) {
  return JOB_STATES.map((name) =>
    tile(name.toLowerCase(), count(jobs[name] ?? 0), {
      href: to(["jobs"], { state: name }),
      tone: jobs[name] > 0 ? (TONES[name] ?? "") : "",
    }),
  );
}

function tiles(stats, workers, alerts) {
  return [
    tile("open alerts", count(alerts.length), {
      href: "#/alerts",
      tone: alerts.length > 0 ? "bad" : "good",
    }),
    tile("live workers", count(workers.length), { tone: workers.length > 0 ? "good" : "bad" }),
    tile("retry success", stats.totalRetries > 0 ? percent(stats.retrySuccessRate) : "–", {
      note:
        stats.totalRetries > 0
          ? `${count(stats.successfulRetries)} of ${plural(stats.totalRetries, "retry", "retries")}`
          : "no retries yet",
    }),
    stateTiles(stats.jobs),
  ];
}

function workerTable(workers) {
  if (workers.length === 0) {
    return emptyBox(
      "No live workers",
      "Jobs wait until a worker starts. A server runs HTTP jobs itself; start one with ",
      command("./taskforge server"),
      ", or start your own worker.",
    );
  }
  return table({
    caption: "Live workers",
    rows: workers,
    columns: [
      { title: "Worker", cell: (worker) => h("span", { class: "mono" }, worker.id) },
      { title: "Host", cell: (worker) => worker.host },
      {
        title: "Running",
        figure: true,
        cell: (worker) => `${count(worker.running)} of ${count(worker.concurrency)}`,
      },
      { title: "Queues", wide: true, cell: (worker) => clip(worker.queues.join(", "), 120) || "–" },
      { title: "Types", wide: true, cell: (worker) => clip(worker.types.join(", "), 120) || "–" },
      { title: "Since", cell: (worker) => when(worker.startedAt) },
      { title: "Last seen", cell: (worker) => when(worker.lastSeenAt) },
    ],
  });
}

/** The live list of state changes. */
export function changes(page) {
  const list = h("ol", { class: "changes" });
  const quiet = h("p", { class: "faint" }, "No changes since you opened this page.");
  live.addEventListener(
    "change",
    ({ detail: { data } }) => {
      if (!data.jobId || !data.state) {
        return;
      }
      quiet.remove();
      list.prepend(change(data));
      while (list.children.length > SHOWN_CHANGES) {
        list.lastChild.remove();
      }
    },
    { signal: page.signal },
  );
  return h("section", {}, h("h2", {}, "Live changes"), quiet, list);
}

function change(data) {
  const item = h("li", {});
  fill(
    item,
    h("span", { class: "faint mono" }, clockTime(new Date())),
    " ",
    badge(data.state),
    " ",
    jobLink(data.jobId),
    ` ${data.type} in `,
    queueLink(data.queue),
    data.explanation || data.message
      ? h("span", { class: "faint" }, " – " + clip(data.explanation ?? data.message, 140))
      : null,
  );
  return item;
}
