// The audit log.

import { call } from "../api.js";
import { firstRows } from "../place.js";
import { h } from "../dom.js";
import { filters } from "../parts/filters.js";
import { jobLink } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more, table } from "../parts/table.js";
import { moment } from "../parts/time.js";
import { clip } from "../text.js";

const PAGE = 50;

export default function audit(page) {
  const ask = (signal, cursor) =>
    call("audit", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  return [
    h("h1", {}, "Audit log"),
    filters(["audit"], page.query, [
      { name: "actor", label: "Actor", hint: "a key's id, or local" },
      { name: "action", label: "Action", hint: "queue.pause" },
      { name: "target", label: "Target", hint: "queue/mail" },
      { name: "tenant", label: "Tenant" },
      { name: "from", label: "From", type: "datetime-local" },
      { name: "to", label: "Before", type: "datetime-local" },
    ]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [entries(items), more(next, (cursor) => ask(page.signal, cursor), entries)]
        : emptyBox(
            "No entries",
            "Changes are recorded here. There are none, or none match the filters.",
          ),
    ),
  ];
}

function entries(items) {
  return table({
    caption: "Audit log, newest first",
    rows: items,
    columns: [
      { title: "Time", cell: (entry) => moment(entry.at) },
      { title: "Actor", cell: (entry) => h("span", { class: "mono" }, entry.actor) },
      {
        title: "Action",
        cell: (entry) => [entry.action, entry.outcome === "DENIED" ? [" ", badge("DENIED")] : null],
      },
      { title: "Target", cell: (entry) => target(entry.target) },
      { title: "Tenant", cell: (entry) => entry.tenant ?? h("span", { class: "faint" }, "shared") },
      { title: "Detail", wide: true, cell: (entry) => detail(entry.detail) },
    ],
  });
}

function target({ type, id }) {
  if ((type === "job" || type === "dead-letter") && id) {
    return jobLink(id);
  }
  return type === "queue" && id ? queueLink(id) : clip(id || type, 60);
}

function detail(values) {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
