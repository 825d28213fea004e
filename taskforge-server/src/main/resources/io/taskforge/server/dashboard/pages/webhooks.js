// The list of webhooks.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { firstRows } from "../place.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { filters } from "../parts/filters.js";
import { editWebhook, showSecret } from "../parts/webhook-form.js";
import { tenantColumn } from "../parts/job-table.js";
import { emptyBox } from "../parts/notice.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { more, table } from "../parts/table.js";
import { clip } from "../text.js";

const PAGE = 50;

export default function webhooks(page) {
  const ask = (signal, cursor) =>
    call("webhooks", { query: { limit: cursor ? PAGE : firstRows(PAGE), ...page.query, cursor }, signal });
  const shown = (items) => webhookTable(page, items);
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "Webhooks"),
      allows("admin")
        ? h("button", { type: "button", onclick: () => editWebhook(page, null) }, "New webhook")
        : null,
    ),
    filters(["webhooks"], page.query, [{ name: "tenant", label: "Tenant" }]),
    region(page, ask, ({ items, next }) =>
      items.length > 0
        ? [shown(items), more(next, (cursor) => ask(page.signal, cursor), shown)]
        : emptyBox(
            "No webhooks",
            "A webhook notifies another program when jobs end and alerts are raised. Create one with the button above.",
          ),
    ),
  ];
}

function webhookTable(page, items) {
  return table({
    caption: "Webhooks",
    rows: items,
    columns: [
      {
        title: "Webhook",
        cell: (hook) =>
          link(to(["webhooks", hook.id], { tenant: hook.tenant }), hook.name || clip(hook.id, 14)),
      },
      ...tenantColumn(),
      {
        title: "State",
        cell: (hook) => [
          badge(hook.enabled ? "enabled" : "disabled"),
          hook.disabledReason ? h("div", { class: "faint" }, hook.disabledReason) : null,
        ],
      },
      {
        title: "URL",
        wide: true,
        cell: (hook) => h("span", { class: "mono" }, clip(hook.url, 120)),
      },
      { title: "Events", wide: true, cell: (hook) => hook.events.join(", ") },
      { title: "Actions", cell: (hook) => h("div", { class: "buttons" }, webhookButtons(page, hook)) },
    ],
  });
}

/** The action buttons of a webhook. */
export function webhookButtons(page, hook, all = false) {
  return [switchButtons(page, hook), all && allows("admin") ? changeButtons(page, hook) : null];
}

function changeButtons(page, hook) {
  return [
    h("button", { type: "button", class: "small", key: "edit " + hook.id, onclick: () => editWebhook(page, hook) }, "Edit"),
    action(
      "Rotate secret",
      async () => {
        const { secret } = await call("webhook.rotate", place(hook));
        await showSecret(secret);
      },
      {
        page,
        key: "rotate " + hook.id,
        needs: "admin",
        question: {
          title: "Create a new secret?",
          text: "Deliveries are signed with both secrets until the old one expires.",
        },
      },
    ),
    action(
      "Delete",
      async () => {
        await call("webhook.delete", place(hook));
        location.hash = "#/webhooks";
        return "Webhook deleted.";
      },
      {
        danger: true,
        key: "delete " + hook.id,
        needs: "admin",
        question: { title: `Delete ${hook.name || hook.id}?`, text: "It receives no more events." },
      },
    ),
  ];
}

function switchButtons(page, hook) {
  return hook.enabled
    ? [
        action(
          "Test",
          () =>
            call("webhook.test", place(hook)).then(
              () => "Test event enqueued. See its deliveries.",
            ),
          { page, key: "test " + hook.id, needs: "admin" },
        ),
        action("Disable", () => put(hook, false).then(() => "Webhook disabled."), {
          page,
          danger: true,
          key: "enable " + hook.id,
          needs: "admin",
          question: {
            title: `Disable ${hook.name || hook.id}?`,
            text: "It receives no events until it is enabled again. Events in the meantime are not sent later.",
          },
        }),
      ]
    : action(
        "Enable",
        () => put(hook, true).then(() => "Webhook enabled."),
        { page, key: "enable " + hook.id, needs: "admin" },
      );
}

function place({ id, tenant }) {
  return { at: { id }, query: { tenant } };
}

function put(hook, enabled) {
  // A PUT clears omitted fields.
  const { name, url, events, queue, type, allTenants } = hook;
  return call("webhook.put", {
    ...place(hook),
    body: { name, url, events, queue, type, allTenants, enabled },
    headers: { "If-Match": `"${hook.version}"` },
  });
}
