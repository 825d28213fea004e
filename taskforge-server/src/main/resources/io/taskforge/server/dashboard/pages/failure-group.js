// One failure group: trend, what it affects, owner and note, and its latest jobs.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { columnChart } from "../parts/chart.js";
import { deadOf, noteButtons, redriveGroup } from "../parts/group-buttons.js";
import { jobLink, jobTable } from "../parts/job-table.js";
import { longText } from "../parts/payload.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { facts } from "../parts/table.js";
import { local, momentAndWhen, now } from "../parts/time.js";
import { count, plural } from "../text.js";

const HOUR = 3_600_000;
const SHOWN_JOBS = 10;

export default function failureGroup(page) {
  const { queue, tenant, from } = page.query;
  const at = { fingerprint: page.id };
  return [
    h("p", { class: "crumbs" }, link(to(["failure-groups"], { queue, tenant, from }), "Failure groups"), " / "),
    region(
      page,
      (signal) => call("failure-group", { at, query: { queue, tenant, from }, signal }),
      (group) => content(page, group),
    ),
    h("h2", {}, "Jobs whose latest failure is of this group"),
    region(
      page,
      (signal) => call("jobs", { query: { failureGroup: page.id, tenant, payload: true, limit: SHOWN_JOBS }, signal }),
      ({ items, next }) => [
        items.length > 0 ? jobTable(items) : h("p", { class: "faint" }, "No jobs: all have since succeeded or failed differently."),
        next ? link(to(["jobs"], { failureGroup: page.id, tenant }), "All jobs of this group") : null,
      ],
    ),
  ];
}

function content(page, group) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, group.errorType),
      group.muted ? badge("muted") : null,
      h("div", { class: "buttons" }, noteButtons(page, group), redriveGroup(page, group)),
    ),
    group.owner || group.note
      ? h(
          "section",
          { class: "box" },
          group.owner ? h("strong", {}, `Owner: ${group.owner}`) : null,
          group.note ? h("p", { class: "note" }, group.note) : null,
          h("p", { class: "faint" }, `Changed by ${group.notedBy}, `, momentAndWhen(group.notedAt)),
        )
      : null,
    h("section", { class: "box problem" }, h("strong", {}, "Latest message"), longText(group.sample.message)),
    facts([
      ["Failed attempts", count(group.count)],
      ["Kind", group.kind.toLowerCase()],
      ["First", momentAndWhen(group.firstSeen)],
      ["Latest", momentAndWhen(group.lastSeen)],
      ["Latest job", jobLink(group.sample.jobId)],
      ["Queues", group.queues.map((name, i) => [i > 0 ? ", " : null, queueLink(name)])],
      ["Worker versions", group.versions.join(", ") || "not known"],
      [
        "Dead letters",
        group.deadJobs > 0
          ? link(to(["dead-letters"], deadOf(page.query, group)), plural(group.deadJobs, "job"))
          : "none",
      ],
      ["Fingerprint", h("span", { class: "mono" }, group.fingerprint)],
    ]),
    columnChart({
      title: "Failures per hour",
      series: [{ name: "failures", tone: "bad" }],
      columns: group.hours.map((value, i) => {
        const start = now() - (group.hours.length - i) * HOUR;
        return { label: local(start).slice(11, 16), title: "from " + local(start), values: [value] };
      }),
    }),
  ];
}
