// One webhook, and what was sent to it.

import { call } from "../api.js";
import { h, link } from "../dom.js";
import { webhookButtons } from "./webhooks.js";
import { errorLine, jobLink } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { facts, more, table } from "../parts/table.js";
import { momentAndWhen, when } from "../parts/time.js";
import { attemptNumbers } from "../text.js";

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
            deliveryTable(items),
            more(next, (cursor) => deliveries(page.signal, cursor), deliveryTable),
          ]
        : emptyBox("Nothing was sent yet", "Send a test: the button is above."),
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
      h("div", { class: "buttons" }, webhookButtons(page, hook)),
    ),
    hook.disabledAt
      ? h(
          "div",
          { class: "box problem" },
          h("strong", {}, "Its receiver wanted no more"),
          h("p", {}, hook.disabledReason, " – ", momentAndWhen(hook.disabledAt)),
        )
      : null,
    facts([
      ["Id", h("span", { class: "mono" }, hook.id)],
      ["URL", h("span", { class: "mono" }, hook.url)],
      ["Events", hook.events.join(", ")],
      ["Tenant", hook.tenant],
      hook.allTenants ? ["Alerts", "of every tenant"] : null,
      ["Only queue", hook.queue ?? "any"],
      ["Only type", hook.type ?? "any"],
      ["Made", momentAndWhen(hook.createdAt)],
      hook.oldSecretUntil ? ["Old secret signs until", momentAndWhen(hook.oldSecretUntil)] : null,
    ]),
  ];
}

function deliveryTable(items) {
  return table({
    caption: "Deliveries, newest first",
    rows: items,
    columns: [
      { title: "Delivery", cell: (one) => jobLink(one.id) },
      { title: "State", cell: (one) => badge(one.state) },
      { title: "Event", cell: (one) => one.event },
      { title: "Of job", cell: (one) => (one.jobId ? jobLink(one.jobId) : "–") },
      { title: "Attempts", figure: true, cell: (one) => attemptNumbers({ ...one, attempt: one.attempts }) },
      { title: "Last answer", figure: true, cell: (one) => one.lastStatus ?? "–" },
      { title: "Last error", wide: true, cell: (one) => errorLine(one.lastError) },
      { title: "Made", cell: (one) => when(one.createdAt) },
      { title: "Next try", cell: (one) => when(one.nextRunAt) },
    ],
  });
}
