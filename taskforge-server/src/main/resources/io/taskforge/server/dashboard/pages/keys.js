// API keys.

import { call } from "../api.js";
import { ownTenant } from "../caller.js";
import { h } from "../dom.js";
import { action } from "../parts/actions.js";
import { command } from "../parts/command.js";
import { ask } from "../parts/dialog.js";
import { emptyBox } from "../parts/notice.js";
import { longText } from "../parts/payload.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { table } from "../parts/table.js";
import { now, when } from "../parts/time.js";

export default function keys(page) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "API keys"),
      h("button", { type: "button", onclick: () => create(page) }, "New key"),
    ),
    region(page, (signal) => call("keys", { signal }), ({ items }) =>
      items.length > 0
        ? keyTable(page, items)
        : emptyBox(
            "No API keys",
            "Without a key, everyone who can reach this server on loopback has full access. The first key turns authentication on: ",
            command("./taskforge keys create --all-tenants --scope admin"),
          ),
      { concerns: () => false },
    ),
  ];
}

function keyTable(page, items) {
  return table({
    caption: "API keys",
    rows: items,
    columns: [
      { title: "Key", cell: (key) => h("span", { class: "mono" }, "tfk_" + key.id + "…") },
      { title: "Name", cell: (key) => key.name || h("span", { class: "faint" }, "–") },
      { title: "State", cell: (key) => badge(state(key)) },
      { title: "Scope", cell: (key) => key.scope },
      { title: "Tenant", cell: (key) => key.tenant ?? h("span", { class: "faint" }, "all") },
      { title: "Created", cell: (key) => when(key.createdAt) },
      { title: "Last used", cell: (key) => when(key.lastUsedAt) },
      { title: "Expires", cell: (key) => when(key.expiresAt) },
      { title: "Actions", cell: (key) => h("div", { class: "buttons" }, revoke(page, key)) },
    ],
  });
}

function state({ revokedAt, expiresAt }) {
  if (revokedAt) {
    return "revoked";
  }
  return expiresAt && Date.parse(expiresAt) < now() ? "expired" : "active";
}

function revoke(page, key) {
  return key.revokedAt
    ? null
    : action(
        "Revoke",
        () => call("key.revoke", { at: { id: key.id } }).then(() => "Key revoked."),
        {
          page,
          danger: true,
          key: "revoke " + key.id,
          needs: "admin",
          question: {
            title: `Revoke ${key.name || "key " + key.id}?`,
            text: "Requests with this key are rejected within a second. This cannot be undone.",
          },
        },
      );
}

async function create(page) {
  const own = ownTenant();
  let made = null;
  const done = await ask(
    {
      title: "New API key",
      verb: "Create",
      fields: [
        { name: "name", label: "Name", hint: "Who or what uses it." },
        { name: "scope", label: "Scope", options: ["read", "write", "admin"], value: "write" },
        ...(own === null
          ? [{ name: "tenant", label: "Tenant", names: "tenants", hint: "Leave empty for a key that covers all tenants." }]
          : []),
        { name: "expiresIn", label: "Expires in", hint: "A duration such as 90d. Leave empty for a key that does not expire." },
      ],
    },
    async ({ name, scope, tenant = own, expiresIn }) => {
      made = await call("key.create", {
        body: {
          scope,
          ...(name ? { name } : {}),
          ...(tenant ? { tenant } : { allTenants: true }),
          ...(expiresIn ? { expiresIn } : {}),
        },
      });
    },
  );
  if (done) {
    page.refresh();
    await ask(
      {
        title: "The new key",
        text: "It is shown only now. Copy it to where it is used.",
        about: longText(made.key),
        verb: "Done",
        stop: null,
      },
      async () => {},
    );
  }
}
