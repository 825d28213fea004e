// Failed attempts grouped by cause.

import { call } from "../api.js";
import { firstRows } from "../place.js";
import { h, link, to } from "../dom.js";
import { filters } from "../parts/filters.js";
import { deadOf, noteButtons, redriveGroup } from "../parts/group-buttons.js";
import { errorLine } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { spark } from "../parts/spark.js";
import { badge } from "../parts/state.js";
import { more, table } from "../parts/table.js";
import { local, when } from "../parts/time.js";
import { clip, count } from "../text.js";

const PAGE = 50;

export default function failureGroups(page) {
  const muted = page.query.muted === "true";
  const ask = (signal, cursor) =>
    call("failure-groups", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, muted, cursor }, signal });
  const shown = (items) => groupTable(page, items);
  return [
    h("h1", {}, "Failure groups"),
    h(
      "p",
      { class: "faint" },
      "Failed attempts grouped by cause, the largest groups first. Numbers and ids in messages are ignored.",
    ),
    h("div", { class: "choices" }, tab(page, "Active", !muted, ""), tab(page, "Muted", muted, "true")),
    filters(["failure-groups"], page.query, [
      { name: "queue", label: "Queue" },
      { name: "tenant", label: "Tenant" },
      { name: "from", label: "Failed from", type: "datetime-local" },
    ]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
        : muted
          ? emptyBox("No muted groups", "Mute a group that is known and needs no attention.")
          : emptyBox(
              "No failures",
              "There are no failures in the stored history, or none match the filters.",
            ),
    ),
  ];
}

function tab(page, name, current, muted) {
  return h(
    "a",
    { class: "button small", href: to(["failure-groups"], { ...page.query, muted }), "aria-current": current ? "true" : null },
    name,
  );
}

/** The first of several, and how many others there are. */
function several(all, shown) {
  return all.length === 0
    ? "–"
    : h("span", { class: "name", title: all.join(", ") }, shown(all[0]), all.length > 1 ? ` +${all.length - 1}` : "");
}

function groupTable(page, groups) {
  const { queue, tenant, from } = page.query;
  return table({
    caption: "Failures by cause",
    rows: groups,
    columns: [
      { title: "Failures", figure: true, cell: (group) => count(group.count) },
      {
        title: "Error and latest message",
        wide: true,
        cell: (group) =>
          h(
            "a",
            { class: "row-link", href: to(["failure-groups", group.fingerprint], { queue, tenant, from }), key: "group " + group.fingerprint },
            errorLine({ type: group.errorType, message: group.sample.message }),
          ),
      },
      { title: "Last 24 h", cell: (group) => spark(group.hours) },
      { title: "Queues", cell: (group) => several(group.queues, queueLink) },
      { title: "Builds", cell: (group) => several([...group.versions].reverse(), (version) => clip(version, 16)) },
      {
        title: "Latest",
        cell: (group) => h("span", { title: "first at " + local(Date.parse(group.firstSeen)) }, when(group.lastSeen)),
      },
      {
        title: "Owner",
        cell: (group) =>
          h(
            "span",
            { class: "name", title: [group.owner, group.note].filter(Boolean).join(": ") },
            group.muted ? badge("muted") : null,
            group.owner ? clip(group.owner, 16) : group.muted ? null : h("span", { class: "faint" }, "–"),
            group.note ? h("span", { class: "faint" }, " ✎") : null,
          ),
      },
      {
        title: "Dead",
        figure: true,
        cell: (group) =>
          group.deadJobs > 0
            ? link(to(["dead-letters"], deadOf(page.query, group)), count(group.deadJobs))
            : "0",
      },
      {
        title: "Actions",
        cell: (group) => {
          const [note, mute] = noteButtons(page, group);
          return h("div", { class: "buttons" }, group.muted ? mute : note, redriveGroup(page, group));
        },
      },
    ],
  });
}
