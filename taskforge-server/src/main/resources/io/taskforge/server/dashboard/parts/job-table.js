// The table of jobs and its cells.

import { ownTenant } from "../caller.js";
import { h, link, to } from "../dom.js";
import { attemptNumbers, clip, duration, shortId } from "../text.js";
import { queueLink } from "./queue-link.js";
import { badge } from "./state.js";
import { table } from "./table.js";
import { soFar, when } from "./time.js";

/** A link to a job. */
export function jobLink(id) {
  return h("span", { class: "mono", title: id }, link(to(["jobs", id]), shortId(id)));
}

/** The last error, in one line. */
export function errorLine(error) {
  return error
    ? h(
        "span",
        { class: "line", title: `${error.type}: ${clip(error.message, 600)}` },
        h("strong", {}, error.type),
        " ",
        h("span", { class: "faint" }, clip(error.message, 160)),
      )
    : h("span", { class: "faint" }, "–");
}

/** A payload, in one line. */
function payloadLine(payload) {
  const text = payload === undefined || payload === null ? "" : JSON.stringify(payload);
  return h("span", { class: "line mono faint", title: clip(text, 600) }, clip(text, 120) || "–");
}

/** The tenant column. A tenant's key sees only its own tenant, so it has none. */
export function tenantColumn() {
  return ownTenant() === null ? [{ title: "Tenant", cell: (one) => one.tenant }] : [];
}

/** How long the latest run took, from due to finished, or how long it has been running. */
function took(job) {
  if (job.finishedAt) {
    const millis = Date.parse(job.finishedAt) - Date.parse(job.runAt);
    return millis < 0 ? "–" : duration(millis); // it may have been cancelled before it was due
  }
  return job.lease ? soFar(job.lease.claimedAt) : "–";
}

/** A table of jobs. */
export function jobTable(jobs, selection) {
  return table({
    caption: "Jobs, newest first",
    rows: jobs,
    columns: [
      ...(selection?.column(jobs) ?? []),
      { title: "Job", cell: (job) => jobLink(job.id) },
      { title: "State", cell: (job) => badge(job.state) },
      { title: "Type", cell: (job) => h("span", { class: "name", title: job.type }, clip(job.type, 32)) },
      { title: "Queue", cell: (job) => queueLink(job.queue) },
      ...tenantColumn(),
      { title: "Attempts", figure: true, cell: (job) => attemptNumbers(job) },
      { title: "Created", cell: (job) => when(job.createdAt) },
      { title: "Took", figure: true, cell: took },
      {
        title: "Payload and last error",
        wide: true,
        cell: (job) => [
          payloadLine(job.payload),
          job.lastError ? errorLine(job.lastError) : null,
        ],
      },
    ],
  });
}
