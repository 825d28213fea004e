// The list of schedules.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { firstRows } from "../place.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { command } from "../parts/command.js";
import { filters } from "../parts/filters.js";
import { jobLink, tenantColumn } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { editSchedule, runList } from "../parts/schedule-form.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more, table } from "../parts/table.js";
import { moment, when } from "../parts/time.js";

const PAGE = 50;

export default function schedules(page) {
  const ask = (signal, cursor) =>
    call("schedules", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  const shown = (items) => scheduleTable(page, items);
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "Schedules"),
      allows("write")
        ? h("button", { type: "button", onclick: () => editSchedule(page, null) }, "New schedule")
        : null,
    ),
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
      { title: "Actions", cell: (one) => h("div", { class: "buttons" }, scheduleButtons(page, one)) },
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
    ? [one.cronText, h("div", { class: "faint" }, h("span", { class: "mono" }, one.cron), " ", one.zone)]
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
          runList([first, ...others], one.zone ?? ""),
        )
      : null,
  ];
}

/** The buttons of a schedule. */
export function scheduleButtons(page, one, all = false) {
  const at = { id: one.id };
  const query = { tenant: one.tenant };
  const name = one.name || one.id;
  return [
    all && allows("write")
      ? h("button", { type: "button", class: "small", key: "edit " + one.id, onclick: () => editSchedule(page, one) }, "Edit")
      : null,
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
    all
      ? action(
          "Delete",
          async () => {
            await call("schedule.delete", { at, query });
            location.hash = "#/schedules";
            return `${name} deleted.`;
          },
          {
            danger: true,
            key: `delete ${one.tenant}/${one.id}`,
            question: { title: `Delete ${name}?`, text: "Jobs that it enqueued are kept." },
          },
        )
      : null,
  ];
}
