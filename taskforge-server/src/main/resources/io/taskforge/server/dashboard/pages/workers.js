// Workers: who is alive, and what each runs and for how long. An operator can quiet and stop them.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { command } from "../parts/command.js";
import { jobLink } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { table, tile } from "../parts/table.js";
import { now, when } from "../parts/time.js";
import { clip, count, percent } from "../text.js";

const SILENT_MILLIS = 20_000;

export default function workers(page) {
  return [
    h("h1", {}, "Workers"),
    region(page, (signal) => call("workers", { signal }), ({ items }) => content(page, items), {
      every: 5_000,
      rest: 3_000,
    }),
  ];
}

function content(page, items) {
  if (items.length === 0) {
    return emptyBox(
      "No live workers",
      "Jobs wait until a worker starts. A server runs HTTP jobs itself; start one with ",
      command("./taskforge server"),
      ", or start your own worker.",
    );
  }
  const running = items.reduce((sum, worker) => sum + worker.running, 0);
  const places = items.reduce((sum, worker) => sum + worker.concurrency, 0);
  const jobs = items.flatMap((worker) => worker.jobs.map((job) => ({ ...job, worker: worker.id })));
  jobs.sort((a, b) => a.claimedAt.localeCompare(b.claimedAt));
  return [
    h(
      "div",
      { class: "tiles small" },
      tile("live workers", count(items.length)),
      tile("running jobs", count(running), { href: to(["jobs"], { state: "RUNNING" }) }),
      tile("busy", percent(places > 0 ? (100 * running) / places : 0), {
        note: `${count(running)} of ${count(places)} places`,
      }),
    ),
    workerTable(page, items),
    h("h2", {}, "Running jobs"),
    jobs.length > 0
      ? runningTable(jobs)
      : h("p", { class: "faint" }, "No worker runs a job at the moment."),
  ];
}

function workerTable(page, items) {
  return table({
    caption: "Live workers",
    rows: items,
    columns: [
      { title: "Worker", cell: name },
      { title: "Version", cell: (worker) => clip(worker.version, 40) || "–" },
      { title: "Host", cell: (worker) => worker.host },
      {
        title: "Running",
        figure: true,
        cell: (worker) => `${count(worker.running)} of ${count(worker.concurrency)}`,
      },
      { title: "Queues", wide: true, cell: (worker) => clip(worker.queues.join(", "), 120) || "–" },
      { title: "Types", wide: true, cell: (worker) => clip(worker.types.join(", "), 120) || "–" },
      { title: "Since", cell: (worker) => when(worker.startedAt) },
      { title: "Last seen", cell: lastSeen },
      ...(allows("admin", true) ? [{ title: "Actions", cell: (worker) => buttons(page, worker) }] : []),
    ],
  });
}

const MODES = { QUIET: "quiet", STOPPING: "stopping" };

function name({ id, mode }) {
  return [h("span", { class: "mono" }, id), mode in MODES ? [" ", badge(MODES[mode])] : null];
}

function buttons(page, { id, mode, host }) {
  const remote = host === "remote";
  if (mode === "STOPPING" && !remote) {
    return null;
  }
  const at = { id };
  const quiet = () => call("worker.quiet", { at }).then(() => `Worker ${id} claims no more jobs.`);
  const resume = () => call("worker.resume", { at }).then(() => `Worker ${id} claims jobs again.`);
  const stop = () => call("worker.stop", { at }).then(() => `Worker ${id} stops.`);
  return h(
    "div",
    { class: "buttons" },
    mode !== "ACTIVE"
      ? action("Resume", resume, { page, needs: "admin", key: `resume ${id}` })
      : action("Quiet", quiet, { page, needs: "admin", key: `quiet ${id}` }),
    action("Stop", stop, {
      page,
      needs: "admin",
      danger: true,
      key: `stop ${id}`,
      question: {
        title: `Stop ${id}?`,
        text: remote
          ? "It gets no more jobs until it is resumed. Its process continues."
          : "It claims no more jobs and ends within its grace period; jobs that take longer are queued again. " +
            "Its process continues, and only a restart brings the worker back.",
      },
    }),
  );
}

function lastSeen({ lastSeenAt }) {
  const silent = now() - Date.parse(lastSeenAt) > SILENT_MILLIS;
  return h("span", { class: silent ? "late" : null }, when(lastSeenAt));
}

function runningTable(jobs) {
  return table({
    caption: "Running jobs, the longest first",
    rows: jobs,
    columns: [
      { title: "Job", cell: (job) => jobLink(job.id) },
      { title: "Type", cell: (job) => link(to(["jobs"], { type: job.type, state: "RUNNING" }), job.type) },
      { title: "Queue", cell: (job) => queueLink(job.queue) },
      { title: "Started", cell: (job) => when(job.claimedAt) },
      { title: "Worker", cell: (job) => h("span", { class: "mono" }, job.worker) },
    ],
  });
}
