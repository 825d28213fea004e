// The list of jobs.

import { call } from "../api.js";
import { h } from "../dom.js";
import { command } from "../parts/command.js";
import { filters } from "../parts/filters.js";
import { jobTable } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { region } from "../parts/region.js";
import { JOB_STATES } from "../parts/state.js";
import { more } from "../parts/table.js";

const PAGE = 50;

export default function jobs(page) {
  const ask = (signal, cursor) =>
    call("jobs", { query: { limit: PAGE, ...page.query, cursor }, signal });
  return [
    h("h1", {}, "Jobs"),
    filters(["jobs"], page.query, [
      { name: "state", label: "State", options: JOB_STATES },
      { name: "queue", label: "Queue" },
      { name: "type", label: "Type" },
      { name: "tenant", label: "Tenant" },
      { name: "errorType", label: "Error type", hint: "timeout" },
      { name: "schedule", label: "Schedule" },
      { name: "idempotencyKey", label: "Idempotency key" },
      { name: "createdFrom", label: "Created from", type: "datetime-local" },
      { name: "createdBefore", label: "Created before", type: "datetime-local" },
    ]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [jobTable(items), more(next, (cursor) => ask(page.signal, cursor), jobTable)]
        : nothing(page.query),
    ),
  ];
}

function nothing(query) {
  return Object.keys(query).length > 0
    ? emptyBox(
        "No jobs match",
        "Change or clear the filters. Finished jobs are deleted after the retention period.",
      )
    : emptyBox(
        "No jobs yet",
        "Enqueue one: ",
        command("./taskforge jobs enqueue my-work"),
        ", or start the demo: ",
        command("./taskforge demo --stay"),
        ".",
      );
}
