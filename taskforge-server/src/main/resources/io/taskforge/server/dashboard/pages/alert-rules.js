// Alert rules: when an alert is raised, for all queues or for one.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h } from "../dom.js";
import { action } from "../parts/actions.js";
import { ask } from "../parts/dialog.js";
import { news } from "../parts/notice.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { table } from "../parts/table.js";
import { count } from "../text.js";

export default function alertRules(page) {
  return [
    h("h1", {}, "Alert rules"),
    h("p", { class: "faint" }, "A rule is evaluated every 15 seconds, for each queue or destination of each tenant. A rule of one queue replaces the general one there."),
    region(page, (signal) => call("alert-rules", { signal }), ({ items }) => ruleTable(page, items), {
      concerns: () => false,
    }),
  ];
}

function ruleTable(page, items) {
  return table({
    caption: "Alert rules",
    rows: items,
    columns: [
      { title: "Rule", cell: (rule) => h("strong", {}, rule.name) },
      { title: "Queue", cell: queueCell },
      { title: "State", cell: (rule) => badge(rule.enabled ? "enabled" : "disabled") },
      { title: "Severity", cell: (rule) => badge(rule.severity) },
      { title: "Threshold", figure: true, cell: (rule) => `${count(rule.threshold)} ${rule.unit}` },
      { title: "For", cell: (rule) => rule.for },
      { title: "Window", cell: (rule) => rule.window ?? "–" },
      { title: "Raises an alert when", wide: true, cell: (rule) => h("span", { class: "faint" }, rule.meaning) },
      { title: "Actions", cell: (rule) => h("div", { class: "buttons" }, buttons(page, rule)) },
    ],
  });
}

function queueCell(rule) {
  if (!rule.perQueue) {
    return "–";
  }
  return rule.queue ? queueLink(rule.queue) : h("span", { class: "faint" }, "all");
}

function buttons(page, rule) {
  if (!allows("admin", true)) {
    return null;
  }
  const key = `${rule.name} ${rule.queue ?? ""}`;
  return [
    h(
      "button",
      { type: "button", class: "small", key: "edit " + key, onclick: () => edit(page, rule) },
      "Edit",
    ),
    rule.isDefault
      ? null
      : action(
          rule.queue ? "Delete" : "Reset",
          () =>
            call("alert-rule.reset", { at: { name: rule.name }, query: { queue: rule.queue } }).then(
              () => "Rule reset to defaults.",
            ),
          { page, danger: true, key: "reset " + key, needs: "admin", question: { title: `Reset ${rule.name}?` } },
        ),
  ];
}

async function edit(page, rule) {
  const done = await ask(
    {
      title: `Alert rule ${rule.name}${rule.queue ? ` of queue ${rule.queue}` : ""}`,
      text: `Raises an alert when ${rule.meaning}.`,
      verb: "Save",
      fields: [
        { name: "enabled", label: "Enabled", type: "checkbox", value: rule.enabled },
        { name: "threshold", label: `Threshold, in ${rule.unit}`, type: "number", step: "any", min: 0, value: rule.threshold },
        { name: "for", label: "For", value: rule.for, hint: "How long the value must exceed the threshold; 0s for immediately." },
        ...(rule.window === null
          ? []
          : [{ name: "window", label: "Window", options: ["1m", "5m", "15m", "30m", "1h"], value: rule.window }]),
        ...(rule.minimum === null
          ? []
          : [{ name: "minimum", label: "Minimum", type: "number", min: 1, value: rule.minimum, hint: "The rule is not evaluated with fewer jobs." }]),
        ...(rule.perQueue && !rule.queue
          ? [
              {
                name: "queue",
                label: "Queue",
                names: "queues",
                hint: "Leave empty for all queues; a name overrides the rule for that queue.",
              },
            ]
          : []),
      ],
    },
    ({ queue, threshold, minimum, ...others }) =>
      call("alert-rule.put", {
        at: { name: rule.name },
        query: { queue: rule.queue ?? queue },
        body: {
          ...others,
          threshold: Number(threshold),
          ...(minimum ? { minimum: Number(minimum) } : {}),
        },
      }),
  );
  if (done) {
    news("Alert rule saved.");
    page.refresh();
  }
}
