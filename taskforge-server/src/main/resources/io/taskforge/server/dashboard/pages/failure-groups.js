// Failed attempts grouped by cause.

import { call } from "../api.js";
import { firstRows } from "../place.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { filters } from "../parts/filters.js";
import { errorLine, jobLink } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { startRedrive } from "../parts/redrive-form.js";
import { region } from "../parts/region.js";
import { more, table } from "../parts/table.js";
import { when } from "../parts/time.js";
import { count } from "../text.js";

const PAGE = 50;

export default function failureGroups(page) {
  const ask = (signal, cursor) =>
    call("failure-groups", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  const shown = (items) => groupTable(page, items);
  return [
    h("h1", {}, "Failure groups"),
    h(
      "p",
      { class: "faint" },
      "Failed attempts grouped by cause, the largest groups first. Numbers and ids in messages are ignored.",
    ),
    filters(["failure-groups"], page.query, [
      { name: "queue", label: "Queue" },
      { name: "tenant", label: "Tenant" },
      { name: "from", label: "Failed from", type: "datetime-local" },
    ]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
        : emptyBox(
            "No failures",
            "There are no failures in the stored history, or none match the filters.",
          ),
    ),
  ];
}

/** The filter for the dead letters of a row: those of the group that match the page's filters. */
function deadOf({ query: { queue, tenant, from } }, { fingerprint }) {
  return { failureGroup: fingerprint, source: queue, tenant, finishedFrom: from };
}

function words({ query }) {
  const narrowed = Object.keys(query).length > 0;
  return narrowed ? "the filtered part of this failure group" : "this failure group";
}

function queues(group) {
  const [first, ...others] = group.queues;
  return h(
    "span",
    { title: group.queues.join(", ") },
    queueLink(first),
    others.length > 0 ? ` and ${others.length}` : "",
  );
}

function groupTable(page, groups) {
  return table({
    caption: "Failures by cause",
    rows: groups,
    columns: [
      { title: "Failures", figure: true, cell: (group) => count(group.count) },
      {
        title: "Error and latest message",
        wide: true,
        cell: (group) => errorLine({ type: group.errorType, message: group.sample.message }),
      },
      { title: "Kind", cell: (group) => group.kind.toLowerCase() },
      { title: "Queues", cell: queues },
      { title: "First", cell: (group) => when(group.firstSeen) },
      { title: "Latest", cell: (group) => when(group.lastSeen) },
      {
        title: "Jobs",
        cell: (group) => [
          link(to(["jobs"], { failureGroup: group.fingerprint, tenant: page.query.tenant }), "all"),
          " · ",
          jobLink(group.sample.jobId),
        ],
      },
      {
        title: "Dead letters",
        figure: true,
        cell: (group) =>
          group.deadJobs > 0
            ? link(to(["dead-letters"], deadOf(page, group)), count(group.deadJobs))
            : "0",
      },
      {
        title: "Actions",
        cell: (group) =>
          group.deadJobs > 0
            ? action(
                "Redrive this group",
                () => startRedrive({ filter: deadOf(page, group) }, words(page)),
                { page, key: "redrive " + group.fingerprint },
              )
            : null,
      },
    ],
  });
}
