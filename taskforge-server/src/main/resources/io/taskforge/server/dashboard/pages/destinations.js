// Destinations that jobs call: circuit breaker, release rate, last errors; hold and release.

import { call } from "../api.js";
import { ownTenant } from "../caller.js";
import { h, link, to } from "../dom.js";
import { firstRows } from "../place.js";
import { action } from "../parts/actions.js";
import { filters } from "../parts/filters.js";
import { emptyBox } from "../parts/notice.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more, table } from "../parts/table.js";
import { momentAndWhen, when } from "../parts/time.js";
import { clip, count } from "../text.js";

const PAGE = 50;

export default function destinations(page) {
  const ask = (signal, cursor) =>
    call("destinations", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  const shown = (items) => destinationTable(page, items);
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "Destinations"),
      action("Hold a destination", (values) => hold(values.id, values.tenant, values), {
        page,
        small: false,
        question: {
          title: "Hold a destination?",
          text: "No job of the tenant calls it until the hold ends.",
          verb: "Hold",
          fields: [
            { name: "id", label: "Destination", placeholder: "api.example.com:443", required: true },
            ...tenantFields(page.query.tenant),
            ...holdFields(),
          ],
        },
      }),
    ),
    ownTenant() === null ? filters(["destinations"], page.query, [{ name: "tenant", label: "Tenant" }]) : null,
    region(
      page,
      ask,
      ({ items, next }) =>
        items.length > 0
          ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
          : emptyBox(
              "No destination has failed",
              "Destinations are listed here when calls to them have failed, or when they are held.",
            ),
      { every: 5_000, rest: 2_000 },
    ),
  ];
}

function destinationTable(page, rows) {
  return table({
    caption: "Destinations with failures or holds",
    rows,
    columns: [
      { title: "Destination", cell: ({ id }) => h("span", { class: "mono" }, id) },
      { title: "Tenant", cell: ({ tenant }) => link(to(["jobs"], { tenant }), tenant) },
      { title: "Circuit breaker", cell: state },
      { title: "Failed calls", figure: true, cell: ({ calls, failed }) => `${count(failed)} of ${count(calls)}` },
      { title: "Last errors", wide: true, cell: errors },
      { title: "Changed", cell: ({ changedAt }) => when(changedAt) },
      { title: "Actions", cell: (destination) => buttons(page, destination) },
    ],
  });
}

function state({ access, breaker, hold: reason, heldBy, until, releaseRate }) {
  if (reason !== null) {
    return [
      badge("held"),
      " ",
      until ? ["until ", momentAndWhen(until)] : "until it is released",
      h("div", { class: "faint" }, heldBy ? `by ${heldBy}: ${clip(reason, 120)}` : reason),
    ];
  }
  return [
    badge(access === "limited" ? "recovering" : breaker),
    breaker === "open" && until ? h("div", { class: "faint" }, "next probe ", when(until)) : null,
    releaseRate === null ? null : h("div", { class: "faint" }, `${releaseRate} calls per second`),
  ];
}

function errors({ errors: all }) {
  if (all.length === 0) {
    return "–";
  }
  const line = ({ at, type, message }) => [h("span", { class: "mono" }, type), " ", clip(message, 120), " ", when(at)];
  return all.length === 1
    ? line(all[0])
    : h(
        "details",
        { key: "errors " + all[0].at },
        h("summary", {}, line(all[0])),
        h("ul", {}, all.slice(1).map((error) => h("li", {}, line(error)))),
      );
}

function buttons(page, { id, tenant, access, hold: reason }) {
  return h(
    "div",
    { class: "buttons" },
    action("Hold", (values) => hold(id, tenant, values), {
      page,
      key: `hold ${tenant} ${id}`,
      question: {
        title: `Hold ${id}?`,
        text: "No job calls it until the hold ends. A shorter hold than the present one changes nothing.",
        fields: holdFields(),
      },
    }),
    reason !== null || access === "closed" || access === "probes" ? releaseButton(page, id, tenant) : null,
  );
}

function releaseButton(page, id, tenant) {
  return action(
    "Release",
    (body) =>
      call("destination.release", { at: { id }, query: { tenant }, body }).then(() => `Destination ${id} released.`),
    {
      page,
      key: `release ${tenant} ${id}`,
      question: {
        title: `Release ${id}?`,
        text: "Ends a hold and closes the circuit breaker. The backlog is released at a growing rate.",
        fields: [reasonField()],
      },
    },
  );
}

function hold(id, tenant, values) {
  const body = { reason: values.reason, ...(values.for ? { for: values.for } : {}) };
  return call("destination.hold", { at: { id }, query: { tenant }, body }).then(() => `Destination ${id} held.`);
}

/** Each tenant has its own destinations; a tenant's key names none. */
function tenantFields(tenant = "default") {
  return ownTenant() === null ? [{ name: "tenant", label: "Tenant", value: tenant, required: true }] : [];
}

function holdFields() {
  return [
    reasonField(),
    { name: "for", label: "For", placeholder: "30m", hint: "Leave empty to hold it until it is released." },
  ];
}

function reasonField() {
  return { name: "reason", label: "Reason", hint: "Recorded in the audit log.", required: true };
}
