// The list of jobs: tabs by state, filters, selection and actions on many.

import { call } from "../api.js";
import { h } from "../dom.js";
import { firstRows } from "../place.js";
import { nextPref, pref } from "../prefs.js";
import { action } from "../parts/actions.js";
import { BULK, changeMany, searchIds } from "../parts/bulk.js";
import { command } from "../parts/command.js";
import { exportJobs } from "../parts/export.js";
import { filters } from "../parts/filters.js";
import { jobTable } from "../parts/job-table.js";
import { emptyBox, trouble } from "../parts/notice.js";
import { REDRIVEN, startRedrive } from "../parts/redrive-form.js";
import { region } from "../parts/region.js";
import { Selection } from "../parts/selection.js";
import { stateTabs } from "../parts/state-tabs.js";
import { more } from "../parts/table.js";
import { count } from "../text.js";

const PAGE = 50;
const MOST_CHANGED = 20_000;
const MOST_REDRIVEN = 10_000; // ids that a redrive takes

export default function jobs(page) {
  const { query } = page;
  const selection = new Selection("job", (ids, any) => buttons(page, query, ids, any, () => selection.clear()));
  const ask = (signal, cursor) =>
    call("jobs", {
      query: { ...query, limit: cursor ? PAGE : firstRows(PAGE), payload: true, cursor },
      signal,
    });
  const shown = (items) => jobTable(items, selection);
  const { state, payloadContains, ...others } = query;
  return [
    h("h1", {}, "Jobs"),
    region(
      page,
      (signal) => call("jobs.by-state", { query: others, signal }),
      // Counts would need to read every payload.
      (counts) => stateTabs(payloadContains ? {} : counts.jobs, query, true),
      { every: 15_000, rest: 5_000 },
    ),
    filters(["jobs"], page.query, [
      { name: "queue", label: "Queue" },
      { name: "type", label: "Type" },
      { name: "tenant", label: "Tenant" },
      { name: "errorType", label: "Error type" },
      { name: "idempotencyKey", label: "Idempotency key" },
      { name: "tag", label: "Tag" },
      { name: "payloadContains", label: "Payload", hint: "text, or $.customer.id=42" },
      { name: "failureGroup", label: "Failure group", rare: true },
      { name: "schedule", label: "Schedule", rare: true },
      { name: "createdFrom", label: "Created from", type: "datetime-local", rare: true },
      { name: "createdBefore", label: "Created before", type: "datetime-local", rare: true },
      { name: "finishedFrom", label: "Finished from", type: "datetime-local", rare: true },
      { name: "finishedBefore", label: "Finished before", type: "datetime-local", rare: true },
    ]),
    selection.bar,
    region(
      page,
      ask,
      ({ items, next, scanned }) => {
        selection.offer(items.length > 0);
        return [
          items.length > 0 ? shown(items) : next ? null : nothing(query),
          scanned === undefined ? null : searched(scanned, next),
          more(next, (cursor) => ask(page.signal, cursor), shown),
        ];
      },
      // A search in payloads reads many jobs, so only the user repeats it.
      payloadContains ? { every: Infinity, concerns: () => false } : {},
    ),
  ];
}

/** How far a search in payloads came: no index covers them. */
function searched(scanned, next) {
  return h(
    "p",
    { class: "faint", role: "status" },
    `Searched the payloads of the newest ${count(scanned)} jobs that match the other filters. `,
    next ? "More results are available: Show more continues the search." : "There are no more.",
  );
}

/**
 * @param done called after the jobs were changed
 */
function buttons(page, query, ids, matches, done) {
  const dead = query.state === "DEAD";
  const selected = ids.length > 0;
  // No index covers payloads, so the jobs that match are searched first.
  const chosen = async (filter, most) => {
    if (selected || !query.payloadContains) {
      return selected ? { ids } : { filter };
    }
    const found = await searchIds(query, most);
    return found && { ids: found };
  };
  const redrive = async () => {
    const what = await chosen(withoutState(query), MOST_REDRIVEN);
    const words = `${selected ? "the selected" : "all matching"} ${REDRIVEN[query.state]}s`;
    return what && startRedrive({ ...what, jobState: query.state }, words);
  };
  const change = async (name) => {
    const what = await chosen(query, MOST_CHANGED);
    const said = what && (await changeMany(name, what));
    if (said) {
      done();
    }
    return said;
  };
  const scope = selected ? "" : " all matching";
  const disabled = !matches && !selected;
  return [
    REDRIVEN[query.state] ? action("Redrive" + scope, redrive, { page, key: "bulk redrive", disabled }) : null,
    Object.entries(BULK)
      .filter(([, each]) => dead === Boolean(each.dead))
      .map(([name, { label, danger }]) =>
        action(label + scope, () => change(name), { page, danger, key: "bulk " + name, disabled }),
      ),
    h("span", { class: "space" }),
    h("button", { type: "button", class: "small quiet", key: "density", onclick: switchDensity }, density()),
    h(
      "button",
      { type: "button", class: "small", key: "export", disabled, onclick: () => exportJobs(query, ids).catch(trouble) },
      selected ? "Export selected" : "Export",
    ),
  ];
}

function density() {
  return "Density: " + pref("density");
}

function switchDensity({ currentTarget }) {
  nextPref("density");
  currentTarget.textContent = density();
}

function withoutState({ state, ...others }) {
  return others;
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
