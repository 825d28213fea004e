// One schedule and its runs.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { nextRuns, scheduleButtons, timing } from "./schedules.js";
import { errorLine, jobLink } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { facts, more, table } from "../parts/table.js";
import { momentAndWhen, when } from "../parts/time.js";
import { duration } from "../text.js";

const PAGE = 50;

export default function schedule(page) {
  const at = { id: page.id };
  const query = { tenant: page.query.tenant };
  const runs = (signal, cursor) =>
    call("schedule.runs", { at, query: { ...query, limit: PAGE, cursor }, signal });
  // A schedule that has run for the last time is deleted; its runs are kept.
  const found = (signal) =>
    call("schedule", { at, query, signal }).catch((problem) => {
      if (problem.status !== 404) {
        throw problem;
      }
      return null;
    });
  return [
    h("p", { class: "crumbs" }, link("#/schedules", "Schedules"), " / "),
    region(page, found, (one) => (one ? standing(page, one) : ended(page.id))),
    h("h2", {}, "Runs"),
    h(
      "p",
      {},
      link(to(["jobs"], { schedule: page.id, ...page.query }), "Jobs of this schedule"),
    ),
    region(page, runs, ({ items, next }) =>
      items.length > 0
        ? [runTable(items), more(next, (cursor) => runs(page.signal, cursor), runTable)]
        : emptyBox("No runs yet", "Use the Run now button above to enqueue a job now."),
    ),
  ];
}

function ended(id) {
  return [
    h("div", { class: "headline" }, h("h1", {}, id), badge("finished")),
    h("p", {}, "This schedule has run for the last time or was deleted. Its runs are kept."),
  ];
}

function standing(page, one) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, one.name || one.id),
      badge(one.paused ? "paused" : "active"),
      h("div", { class: "buttons" }, scheduleButtons(page, one, true)),
    ),
    one.description ? h("p", {}, one.description) : null,
    facts([
      ["Id", h("span", { class: "mono" }, one.id)],
      ["Tenant", one.tenant],
      ["When", timing(one)],
      ["Next runs", nextRuns(one)],
      ["Job", one.job.type, " in ", queueLink(one.job.queue)],
      one.job.tags.length > 0
        ? ["Tags", one.job.tags.map((tag, i) => [i > 0 ? ", " : null, link(to(["jobs"], { tag }), tag)])]
        : null,
      ["Missed runs", words(one.misfire)],
      ["Overlapping runs", words(one.overlap)],
      one.lastSkip ? ["Last skip", one.lastSkip.explanation] : null,
      ["Created", momentAndWhen(one.createdAt)],
    ]),
  ];
}

function words(name) {
  return name.toLowerCase().replaceAll("_", " ");
}

function runTable(runs) {
  return table({
    caption: "Attempts of all jobs of the schedule, newest first",
    rows: runs,
    columns: [
      { title: "Job", cell: (run) => jobLink(run.jobId) },
      { title: "Attempt", figure: true, cell: (run) => run.attempt ?? "–" },
      { title: "Retry", figure: true, cell: (run) => run.retryCount || "–" },
      { title: "Status", cell: (run) => badge(run.status) },
      { title: "Due", cell: (run) => when(run.scheduledAt) },
      { title: "Duration", figure: true, cell: (run) => duration(run.durationMs) },
      {
        title: "Error",
        wide: true,
        cell: (run) =>
          errorLine(run.errorType ? { type: run.errorType, message: run.message ?? "" } : null),
      },
    ],
  });
}
