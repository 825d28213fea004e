// Named retry policies, with their delays.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h } from "../dom.js";
import { action } from "../parts/actions.js";
import { json } from "../parts/payload.js";
import { editPolicy } from "../parts/policy-form.js";
import { region } from "../parts/region.js";
import { table } from "../parts/table.js";
import { when } from "../parts/time.js";

export default function policies(page) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "Retry policies"),
      allows("admin", true)
        ? h("button", { type: "button", onclick: () => editPolicy(page, null) }, "New policy")
        : null,
    ),
    h("p", { class: "faint" }, "Queues, job types and jobs refer to a policy by its name. Presets are built in."),
    region(page, (signal) => call("policies", { signal }), ({ items }) => policyTable(page, items), {
      concerns: () => false,
    }),
  ];
}

function policyTable(page, items) {
  return table({
    caption: "Retry policies",
    rows: items,
    columns: [
      {
        title: "Policy",
        cell: (one) => [h("strong", {}, one.name), one.preset ? h("span", { class: "faint" }, " preset") : null],
      },
      { title: "Backoff", cell: ({ policy }) => policy.backoff?.strategy ?? "custom" },
      { title: "Retries", figure: true, cell: ({ policy }) => policy.maxRetries ?? "–" },
      { title: "Jitter", cell: ({ policy }) => jitter(policy.jitter) },
      { title: "Changed", cell: (one) => when(one.changedAt) },
      {
        title: "Definition",
        wide: true,
        cell: (one) =>
          h("details", { key: "policy " + one.name }, h("summary", {}, "Show"), json(one.policy)),
      },
      {
        title: "Actions",
        cell: (one) => h("div", { class: "buttons" }, one.preset ? null : buttons(page, one)),
      },
    ],
  });
}

function jitter(value) {
  return value === undefined ? "–" : typeof value === "string" ? value : (value.strategy ?? value.type ?? JSON.stringify(value));
}

function buttons(page, policy) {
  return allows("admin", true)
    ? [
        h(
          "button",
          { type: "button", class: "small", key: "edit " + policy.name, onclick: () => editPolicy(page, policy) },
          "Edit",
        ),
        action(
          "Delete",
          () => call("policy.delete", { at: { name: policy.name } }).then(() => "Policy deleted."),
          {
            page,
            danger: true,
            key: "delete " + policy.name,
            needs: "admin",
            question: {
              title: `Delete policy ${policy.name}?`,
              text: "A policy that a queue or job type refers to cannot be deleted.",
            },
          },
        ),
      ]
    : null;
}
