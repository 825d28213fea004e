// Creates and edits a webhook.

import { call } from "../api.js";
import { ownTenant } from "../caller.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { longText } from "./payload.js";

const EVENTS = [
  "job.succeeded",
  "job.failed",
  "job.dead",
  "job.cancelled",
  "alert.raised",
  "alert.resolved",
];

/** Edits a webhook with optimistic locking, or creates one and shows its secret once. */
export async function editWebhook(page, hook) {
  let made = null;
  const done = await ask(
    {
      title: hook ? `Webhook ${hook.name || hook.id}` : "New webhook",
      verb: "Save",
      stop: "Close",
      fields: [
        { name: "name", label: "Name", value: hook?.name },
        { name: "url", label: "URL", type: "url", required: true, value: hook?.url ?? "", hint: "Deliveries are signed POST requests." },
        { name: "events", label: "Events", several: EVENTS, value: hook?.events ?? ["job.dead", "alert.raised"] },
        { name: "queue", label: "Only jobs of queue", names: "queues", value: hook?.queue ?? "" },
        { name: "type", label: "Only jobs of type", names: "types", value: hook?.type ?? "" },
        ...(ownTenant() === null
          ? [
              ...(hook ? [] : [{ name: "tenant", label: "Tenant", names: "tenants", hint: "Leave empty for the default tenant." }]),
              { name: "allTenants", label: "Alerts of all tenants", type: "checkbox", value: hook?.allTenants },
            ]
          : []),
      ],
    },
    async ({ queue, type, tenant, ...others }) => {
      const body = { ...others, ...(queue ? { queue } : {}), ...(type ? { type } : {}) };
      made = hook
        ? await call("webhook.put", {
            at: { id: hook.id },
            query: { tenant: hook.tenant },
            body: { ...body, enabled: hook.enabled },
            headers: { "If-Match": `"${hook.version}"` },
          })
        : await call("webhook.create", { body: { ...body, ...(tenant ? { tenant } : {}) } });
    },
  );
  if (done) {
    page.refresh();
    if (made?.secret) {
      await showSecret(made.secret);
    } else {
      news("Webhook saved.");
    }
  }
}

/** Shows a secret, which the server does not show again. */
export function showSecret(secret) {
  return ask(
    {
      title: "The webhook's secret",
      text: "The receiver verifies signatures with it. It is shown only now.",
      about: longText(secret),
      verb: "Done",
      stop: null,
    },
    async () => {},
  );
}
