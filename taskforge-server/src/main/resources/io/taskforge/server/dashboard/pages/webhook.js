// One webhook and its deliveries.

import { call } from "../api.js";
import { h, link } from "../dom.js";
import { webhookButtons } from "./webhooks.js";
import { action } from "../parts/actions.js";
import { errorLine, jobLink } from "../parts/job-table.js";
import { ask } from "../parts/dialog.js";
import { emptyBox, trouble } from "../parts/notice.js";
import { longText } from "../parts/payload.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { facts, more, table } from "../parts/table.js";
import { momentAndWhen, when } from "../parts/time.js";
import { attemptNumbers, duration } from "../text.js";

const PAGE = 50;

export default function webhook(page) {
  const at = { id: page.id };
  const query = { tenant: page.query.tenant };
  const deliveries = (signal, cursor) =>
    call("webhook.deliveries", { at, query: { ...query, limit: PAGE, cursor }, signal });
  return [
    h("p", { class: "crumbs" }, link("#/webhooks", "Webhooks"), " / "),
    region(
      page,
      (signal) => call("webhook", { at, query, signal }),
      (hook) => standing(page, hook),
      { concerns: () => false },
    ),
    h("h2", {}, "Deliveries"),
    region(page, deliveries, ({ items, next }) =>
      items.length > 0 || next
        ? [
            deliveryTable(page, items),
            more(next, (cursor) => deliveries(page.signal, cursor), (more) => deliveryTable(page, more)),
          ]
        : emptyBox("No deliveries yet", "Use the Test button above to send a test event."),
    ),
  ];
}

function standing(page, hook) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, hook.name || hook.id),
      badge(hook.enabled ? "enabled" : "disabled"),
      h("div", { class: "buttons" }, webhookButtons(page, hook, true)),
    ),
    hook.disabledAt
      ? h(
          "div",
          { class: "box problem" },
          h("strong", {}, "The receiver rejected further deliveries"),
          h("p", {}, hook.disabledReason, " – ", momentAndWhen(hook.disabledAt)),
        )
      : null,
    facts([
      ["Id", h("span", { class: "mono" }, hook.id)],
      ["URL", h("span", { class: "mono" }, hook.url)],
      ["Events", hook.events.join(", ")],
      ["Tenant", hook.tenant],
      hook.allTenants ? ["Alerts", "of all tenants"] : null,
      ["Queue filter", hook.queue ?? "any"],
      ["Type filter", hook.type ?? "any"],
      ["Created", momentAndWhen(hook.createdAt)],
      hook.oldSecretUntil ? ["Old secret valid until", momentAndWhen(hook.oldSecretUntil)] : null,
    ]),
  ];
}

/** Sends a delivery again; one that waits for its next attempt is sent now, one that was delivered once more. */
function redeliver(page, { id, state }) {
  if (state === "RUNNING") {
    return null;
  }
  const send = () => {
    if (state === "SUCCEEDED") {
      return call("webhook.redeliver", { at: { id: page.id, delivery: id }, query: { tenant: page.query.tenant } });
    }
    return state === "DEAD"
      ? call("dead-letter.redrive", { at: { id }, body: {} })
      : call("job.retry", { at: { id } });
  };
  return action("Redeliver", () => send().then(() => "The delivery is due now."), {
    page,
    key: "redeliver " + id,
    needs: state === "SUCCEEDED" ? "admin" : "write",
  });
}

/** Shows what was sent and what the receiver answered. */
function details(page, { id, event }) {
  const open = async () => {
    const { request, responses } = await call("webhook.delivery", {
      at: { id: page.id, delivery: id },
      query: { tenant: page.query.tenant },
    });
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    await ask(
      {
        title: "Delivery of " + event,
        verb: "Close",
        stop: null,
        wide: true,
        about: [
          h("h3", {}, "Request"),
          longText([`${request.method} ${request.url}`, ...headers, "", JSON.stringify(request.body, null, 2)].join("\n")),
          h("h3", {}, "Responses"),
          responses.length > 0 ? responses.map(response) : h("p", { class: "faint" }, "Not sent yet."),
        ],
      },
      async () => {},
    );
  };
  return h(
    "button",
    { type: "button", class: "small", key: "details " + id, onclick: () => open().catch(trouble) },
    "Details",
  );
}

function response({ attempt, status, startedAt, durationMs, text }) {
  return h(
    "div",
    {},
    h("p", {}, h("strong", {}, `Attempt ${attempt} `), badge(status), " ", momentAndWhen(startedAt), `, ${duration(durationMs)}`),
    text ? longText(text) : null,
  );
}

function deliveryTable(page, items) {
  return table({
    caption: "Deliveries, newest first",
    rows: items,
    columns: [
      { title: "Delivery", cell: (one) => jobLink(one.id) },
      { title: "State", cell: (one) => badge(one.state) },
      { title: "Event", cell: (one) => one.event },
      { title: "Job", cell: (one) => (one.jobId ? jobLink(one.jobId) : "–") },
      { title: "Attempts", figure: true, cell: (one) => attemptNumbers({ ...one, attempt: one.attempts }) },
      {
        title: "Last response",
        wide: true,
        cell: (one) => (one.lastError ? errorLine(one.lastError) : (one.lastStatus ?? "–")),
      },
      {
        title: "Created",
        cell: (one) => [
          when(one.createdAt),
          one.nextRunAt ? h("div", { class: "faint" }, "next attempt ", when(one.nextRunAt)) : null,
        ],
      },
      { title: "Actions", cell: (one) => h("div", { class: "buttons" }, details(page, one), redeliver(page, one)) },
    ],
  });
}
