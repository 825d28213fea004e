// Tenants with limits.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { ask } from "../parts/dialog.js";
import { names } from "../parts/names.js";
import { emptyBox, news } from "../parts/notice.js";
import { region } from "../parts/region.js";
import { table } from "../parts/table.js";
import { count } from "../text.js";

export default function tenants(page) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "Tenants"),
      allows("admin", true)
        ? h("button", { type: "button", onclick: () => edit(page, null) }, "Set limits")
        : null,
    ),
    region(page, load, (found) => content(page, found), { concerns: () => false }),
  ];
}

/** Tenants with limits, and those that have jobs. */
async function load(signal) {
  const [limits, known] = await Promise.all([call("tenants", { query: { limit: 500 }, signal }), names()]);
  const limited = new Set(limits.items.map((tenant) => tenant.name));
  const others = (known.tenants ?? [])
    .filter((name) => !limited.has(name))
    .map((name) => ({ name, maxWaiting: null, jobsPerSecond: null, version: null }));
  return [...limits.items, ...others].sort((a, b) => a.name.localeCompare(b.name));
}

function content(page, items) {
  return items.length === 0
    ? emptyBox("No tenants yet", "A tenant appears when it has a job or limits.")
    : table({
        caption: "Tenants",
        rows: items,
        columns: [
          { title: "Tenant", cell: (one) => link(to(["jobs"], { tenant: one.name }), one.name) },
          { title: "Waiting jobs, at most", figure: true, cell: (one) => limit(one.maxWaiting) },
          { title: "Jobs per second, per node", figure: true, cell: (one) => limit(one.jobsPerSecond) },
          { title: "Look at", cell: (one) => links(one.name) },
          { title: "Actions", cell: (one) => h("div", { class: "buttons" }, buttons(page, one)) },
        ],
      });
}

function limit(value) {
  return value === null ? h("span", { class: "faint" }, "no limit") : count(value);
}

function links(tenant) {
  return [
    link(to(["dead-letters"], { tenant }), "dead letters"),
    " · ",
    link(to(["failure-groups"], { tenant }), "failures"),
    " · ",
    link(to(["schedules"], { tenant }), "schedules"),
  ];
}

function buttons(page, tenant) {
  if (!allows("admin", true)) {
    return null;
  }
  return [
    h(
      "button",
      { type: "button", class: "small", key: "edit " + tenant.name, onclick: () => edit(page, tenant) },
      "Limits",
    ),
    tenant.version === null
      ? null
      : action(
          "Remove limits",
          () => call("tenant.delete", { at: { name: tenant.name } }).then(() => "Limits removed."),
          {
            page,
            danger: true,
            key: "delete " + tenant.name,
            needs: "admin",
            question: { title: `Remove the limits of ${tenant.name}?`, text: "Its jobs stay." },
          },
        ),
  ];
}

async function edit(page, tenant) {
  const done = await ask(
    {
      title: tenant ? `Limits of ${tenant.name}` : "Limits of a tenant",
      verb: "Save",
      fields: [
        ...(tenant ? [] : [{ name: "name", label: "Tenant", names: "tenants", required: true }]),
        {
          name: "maxWaiting",
          label: "Waiting jobs, at most",
          type: "number",
          min: 1,
          value: tenant?.maxWaiting ?? "",
          hint: "In all queues together. Leave empty for no limit.",
        },
        {
          name: "jobsPerSecond",
          label: "Enqueued jobs per second",
          type: "number",
          step: "any",
          value: tenant?.jobsPerSecond ?? "",
          hint: "For each node. Leave empty for no limit.",
        },
      ],
    },
    (values) =>
      call("tenant.put", {
        at: { name: tenant?.name ?? values.name },
        body: {
          ...(values.maxWaiting ? { maxWaiting: Number(values.maxWaiting) } : {}),
          ...(values.jobsPerSecond ? { jobsPerSecond: Number(values.jobsPerSecond) } : {}),
        },
      }),
  );
  if (done) {
    news("Limits saved.");
    page.refresh();
  }
}
