// The list of dead letters, with redrive and delete.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { fill, h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { filters } from "../parts/filters.js";
import { errorLine, jobLink, tenantColumn } from "../parts/job-table.js";
import { emptyBox, trouble } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { startRedrive } from "../parts/redrive-form.js";
import { region } from "../parts/region.js";
import { more, table } from "../parts/table.js";
import { when } from "../parts/time.js";
import { attemptNumbers, plural } from "../text.js";

const PAGE = 50;

export default function deadLetters(page) {
  const selection = new Selection(page);
  const ask = (signal, cursor) =>
    call("dead-letters", { query: { limit: PAGE, ...page.query, cursor }, signal });
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
      { name: "queue", label: "Dead letter queue" },
      { name: "source", label: "Original queue" },
      { name: "type", label: "Type" },
      { name: "tenant", label: "Tenant" },
      { name: "errorType", label: "Error type", hint: "http_503" },
      { name: "failureGroup", label: "Failure group" },
      { name: "finishedFrom", label: "Given up from", type: "datetime-local" },
      { name: "finishedBefore", label: "Given up before", type: "datetime-local" },
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
      ...(allows("write")
        ? [{ title: "Select", cornerstone: selection.all(jobs), cell: (job) => selection.box(job) }]
        : []),
      { title: "Job", cell: (job) => jobLink(job.id) },
      { title: "Type", cell: (job) => job.type },
      { title: "Original queue", cell: (job) => job.deadLetter?.moved_from_queue ?? "–" },
      { title: "Dead letter queue", cell: (job) => queueLink(job.queue) },
      ...tenantColumn(),
      { title: "Attempts", figure: true, cell: (job) => attemptNumbers(job) },
      { title: "Given up", cell: (job) => when(job.finishedAt) },
      { title: "Last error", wide: true, cell: why },
      { title: "", cell: (job) => h("div", { class: "buttons" }, redriveButton(page, job)) },
    ],
  });
}

function why(job) {
  return [errorLine(job.lastError), h("div", { class: "faint" }, job.deadLetter?.dlq_reason)];
}

function redriveButton(page, { id }) {
  const redrive = () => call("dead-letter.redrive", { at: { id }, body: {} });
  return action("Redrive", () => redrive().then(() => "The job is back in its queue."), {
    page,
    key: "redrive " + id,
  });
}

/** The selected dead letters, and the bar of actions on them. */
class Selection {
  constructor(page) {
    this.page = page;
    this.ids = new Set();
    this.any = false;
    this.bar = h("div", {
      class: "bar-of-actions",
      role: "group",
      "aria-label": "Actions on dead letters",
    });
    this.say();
  }

  /** Sets whether there is anything to select. */
  offer(any) {
    this.any = any;
    this.say();
  }

  box(job) {
    return h("input", {
      type: "checkbox",
      class: "pick",
      key: "select " + job.id,
      "aria-label": "Select " + job.id,
      checked: this.ids.has(job.id),
      onchange: (event) => this.set([job.id], event.target.checked),
    });
  }

  all(jobs) {
    return h("input", {
      type: "checkbox",
      key: "select all",
      "aria-label": "Select all shown",
      checked: jobs.every((job) => this.ids.has(job.id)),
      onchange: (event) => {
        this.set(
          jobs.map((job) => job.id),
          event.target.checked,
        );
        for (const each of event.target.closest("table").querySelectorAll("input.pick")) {
          each.checked = event.target.checked;
        }
      },
    });
  }

  set(ids, selected) {
    ids.forEach((id) => (selected ? this.ids.add(id) : this.ids.delete(id)));
    this.say();
  }

  say() {
    if (!allows("write")) {
      return;
    }
    const selected = this.ids.size;
    const none = selected === 0;
    const narrowed = Object.keys(this.page.query).length > 0;
    fill(
      this.bar,
      h("span", {}, none ? "None selected" : plural(selected, "dead letter") + " selected"),
      action("Redrive selected", () => startRedrive({ ids: [...this.ids] }, "the selected dead letters"), {
        disabled: none,
        page: this.page,
      }),
      action(
        narrowed ? "Redrive all matching" : "Redrive all",
        () =>
          startRedrive(
            { filter: this.page.query },
            narrowed ? "all matching dead letters" : "all dead letters",
          ),
        { disabled: !this.any, page: this.page },
      ),
      action("Delete selected", ({ reason }) => this.remove(reason), {
        disabled: none,
        danger: true,
        page: this.page,
        question: () => ({
          title: `Delete ${plural(this.ids.size, "dead letter")}?`,
          text: "The jobs leave the dead letter queue and end as cancelled. They cannot be redriven afterwards.",
          fields: [
            { name: "reason", label: "Reason", hint: "Optional. Recorded in the history of the jobs." },
          ],
        }),
      }),
    );
  }

  /** Deletes one by one; a failure does not undo earlier deletes. */
  async remove(reason) {
    let deleted = 0;
    for (const id of [...this.ids]) {
      try {
        await call("dead-letter.delete", { at: { id }, query: { reason } });
        deleted++;
      } catch (error) {
        trouble(error);
      }
      this.ids.delete(id);
    }
    this.say();
    return plural(deleted, "dead letter") + " deleted.";
  }
}
