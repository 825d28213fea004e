// The list of schedules.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { command } from "../parts/command.js";
import { filters } from "../parts/filters.js";
import { jobLink, tenantColumn } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more, table } from "../parts/table.js";
import { moment, when } from "../parts/time.js";

const PAGE = 50;

export default function schedules(page) {
  const ask = (signal, cursor) =>
    call("schedules", { query: { limit: PAGE, ...page.query, cursor }, signal });
  const shown = (items) => scheduleTable(page, items);
  return [
    h("h1", {}, "Schedules"),
    filters(["schedules"], page.query, [{ name: "tenant", label: "Tenant" }]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
        : emptyBox(
            "No schedules",
            "Create one: ",
            command("./taskforge schedules create nightly report --cron '0 3 * * *'"),
            ".",
          ),
    ),
  ];
}

function scheduleTable(page, items) {
  return table({
    caption: "Schedules",
    rows: items,
    columns: [
      {
        title: "Schedule",
        cell: (one) => [
          h("strong", {}, scheduleLink(one, one.name || one.id)),
          h(
            "div",
            { class: "faint" },
            [one.name ? one.id : "", one.description].filter(Boolean).join(" · "),
          ),
        ],
      },
      ...tenantColumn(),
      { title: "State", cell: (one) => badge(one.paused ? "paused" : "active") },
      { title: "When", cell: timing },
      {
        title: "Job",
        cell: (one) => [one.job.type, " in ", queueLink(one.job.queue)],
      },
      { title: "Next runs", cell: nextRuns },
      {
        title: "Last run",
        cell: (one) => [
          when(one.lastRunAt),
          one.lastJobId ? [" ", jobLink(one.lastJobId)] : null,
          one.lastSkip ? h("div", { class: "faint" }, one.lastSkip.explanation) : null,
        ],
      },
      { title: "", cell: (one) => h("div", { class: "buttons" }, scheduleButtons(page, one)) },
    ],
  });
}

/** A link to the page of a schedule. */
function scheduleLink({ id, tenant }, text) {
  return link(to(["schedules", id], { tenant }), text);
}

/** The cron expression or the time of a schedule. */
export function timing(one) {
  return one.cron
    ? [h("span", { class: "mono" }, one.cron), h("div", { class: "faint" }, one.zone)]
    : ["once, ", moment(one.at)];
}

/** The next runs of a schedule. */
export function nextRuns(one) {
  if (one.nextRuns.length === 0) {
    return h("span", { class: "faint" }, one.paused ? "none while paused" : "none");
  }
  const [first, ...others] = one.nextRuns;
  return [
    when(first),
    others.length > 0
      ? h(
          "details",
          { key: "runs of " + one.tenant + "/" + one.id },
          h("summary", {}, "more"),
          h(
            "ul",
            { class: "plain" },
            others.map((run) => h("li", {}, moment(run))),
          ),
        )
      : null,
  ];
}

/** The buttons of a schedule. */
export function scheduleButtons(page, one) {
  const at = { id: one.id };
  const query = { tenant: one.tenant };
  const name = one.name || one.id;
  return [
    action(
      "Run now",
      () => call("schedule.trigger", { at, query }).then((job) => `Job ${job.id} enqueued.`),
      { page, key: `run ${one.tenant}/${one.id}` },
    ),
    one.paused
      ? action(
          "Resume",
          () => call("schedule.resume", { at, query }).then(() => `${name} resumed.`),
          { page, key: `pause ${one.tenant}/${one.id}` },
        )
      : action(
          "Pause",
          () => call("schedule.pause", { at, query }).then(() => `${name} paused.`),
          {
            page,
            key: `pause ${one.tenant}/${one.id}`,
            question: {
              title: `Pause ${name}?`,
              text: "No jobs are enqueued until it is resumed.",
            },
          },
        ),
  ];
}
