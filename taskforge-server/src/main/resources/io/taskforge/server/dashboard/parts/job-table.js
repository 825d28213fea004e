// The table of jobs and its cells.

import { ownTenant } from "../caller.js";
import { h, link, to } from "../dom.js";
import { attemptNumbers, clip, shortId } from "../text.js";
import { queueLink } from "./queue-link.js";
import { badge } from "./state.js";
import { table } from "./table.js";
import { when } from "./time.js";

/** A link to a job. */
export function jobLink(id) {
  return h("span", { class: "mono", title: id }, link(to(["jobs", id]), shortId(id)));
}

/** The last error, in one line. */
export function errorLine(error) {
  return error
    ? [h("strong", {}, error.type), " ", h("span", { class: "faint" }, clip(error.message, 160))]
    : h("span", { class: "faint" }, "–");
}

/** The tenant column. A tenant's key sees only its own tenant, so it has none. */
export function tenantColumn() {
  return ownTenant() === null ? [{ title: "Tenant", cell: (one) => one.tenant }] : [];
}

/** A table of jobs. */
export function jobTable(jobs) {
  return table({
    caption: "Jobs, newest first",
    rows: jobs,
    columns: [
      { title: "Job", cell: (job) => jobLink(job.id) },
      { title: "State", cell: (job) => badge(job.state) },
      { title: "Type", cell: (job) => job.type },
      { title: "Queue", cell: (job) => queueLink(job.queue) },
      ...tenantColumn(),
      { title: "Attempts", figure: true, cell: (job) => attemptNumbers(job) },
      { title: "Created", cell: (job) => when(job.createdAt) },
      { title: "Last error", wide: true, cell: (job) => errorLine(job.lastError) },
    ],
  });
}
