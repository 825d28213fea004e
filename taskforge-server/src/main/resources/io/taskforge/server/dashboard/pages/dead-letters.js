// The list of dead letters, with redrive and delete.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { firstRows } from "../place.js";
import { action } from "../parts/actions.js";
import { changeMany } from "../parts/bulk.js";
import { filters } from "../parts/filters.js";
import { errorLine, jobLink, tenantColumn } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { startRedrive } from "../parts/redrive-form.js";
import { region } from "../parts/region.js";
import { Selection } from "../parts/selection.js";
import { more, table } from "../parts/table.js";
import { when } from "../parts/time.js";
import { attemptNumbers } from "../text.js";

const PAGE = 50;

export default function deadLetters(page) {
  const selection = new Selection("dead letter", (ids, any) =>
    buttons(page, () => selection, ids, any),
  );
  const ask = (signal, cursor) =>
    call("dead-letters", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  const shown = (items) => deadTable(page, items, selection);
  return [
    h("h1", {}, "Dead letters"),
    h(
      "p",
      { class: "faint" },
      "Jobs that were given up. Fix the cause, then redrive them. ",
      link("#/failure-groups", "Failure groups"),
      " show the causes, ",
      link("#/redrives", "redrives"),
      " the progress.",
    ),
    filters(["dead-letters"], page.query, [
      { name: "queue", label: "Dead letter queue", rare: true },
      { name: "source", label: "Original queue" },
      { name: "type", label: "Type" },
      { name: "tenant", label: "Tenant" },
      { name: "errorType", label: "Error type", hint: "http_503" },
      { name: "idempotencyKey", label: "Idempotency key", rare: true },
      { name: "tag", label: "Tag", rare: true },
      { name: "schedule", label: "Schedule", rare: true },
      { name: "failureGroup", label: "Failure group", rare: true },
      { name: "finishedFrom", label: "Dead-lettered from", type: "datetime-local", rare: true },
      { name: "finishedBefore", label: "Dead-lettered before", type: "datetime-local", rare: true },
    ]),
    selection.bar,
    region(page, ask, ({ items, next }) => {
      selection.offer(items.length > 0);
      return items.length > 0
        ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
        : nothing(page.query);
    }),
  ];
}

function nothing(query) {
  return Object.keys(query).length > 0
    ? emptyBox("No dead letters match", "Change or clear the filters.")
    : emptyBox(
        "No dead letters",
        "No job was given up, or their queues have no dead letter queue: such jobs end as ",
        link(to(["jobs"], { state: "FAILED" }), "failed"),
        ". Set a dead letter queue in the settings of a queue.",
      );
}

function deadTable(page, jobs, selection) {
  return table({
    caption: "Dead letters, newest first",
    rows: jobs,
    columns: [
      ...selection.column(jobs),
      { title: "Job", cell: (job) => jobLink(job.id) },
      { title: "Type", cell: (job) => job.type },
      {
        title: "Original queue",
        cell: (job) =>
          h("span", { title: "in " + job.queue }, queueLink(job.deadLetter?.moved_from_queue ?? job.queue)),
      },
      ...tenantColumn(),
      { title: "Attempts", figure: true, cell: (job) => attemptNumbers(job) },
      { title: "Dead-lettered", cell: (job) => when(job.finishedAt) },
      { title: "Last error", wide: true, cell: why },
      { title: "Actions", cell: (job) => h("div", { class: "buttons" }, redriveButton(page, job)) },
    ],
  });
}

/** The error in one line; why the job was given up is its title, unless there is no error. */
function why(job) {
  const reason = job.deadLetter?.dlq_reason ?? "";
  return job.lastError
    ? h("span", { title: reason }, errorLine(job.lastError))
    : h("span", { class: "line faint", title: reason }, reason);
}

function redriveButton(page, { id }) {
  const redrive = () => call("dead-letter.redrive", { at: { id }, body: {} });
  return action("Redrive", () => redrive().then(() => "The job is back in its queue."), {
    page,
    key: "redrive " + id,
  });
}

function buttons(page, selection, ids, any) {
  const remove = (what) =>
    changeMany("DELETE", what, "dead letter").then((said) => {
      if (said) {
        selection().clear();
      }
      return said;
    });
  const none = ids.length === 0;
  const narrowed = Object.keys(page.query).length > 0;
  return [
    action("Redrive selected", () => startRedrive({ ids }, "the selected dead letters"), {
      disabled: none,
      page,
    }),
    action(
      narrowed ? "Redrive all matching" : "Redrive all",
      () =>
        startRedrive({ filter: page.query }, narrowed ? "all matching dead letters" : "all dead letters"),
      { disabled: !any, page },
    ),
    action("Delete selected", () => remove({ ids }), { disabled: none, danger: true, page }),
    action(narrowed ? "Delete all matching" : "Delete all", () => remove({ filter: { ...page.query, state: "DEAD" } }), {
      disabled: !any,
      danger: true,
      page,
    }),
  ];
}
