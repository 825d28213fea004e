// The list of queues.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { command } from "../parts/command.js";
import { emptyBox } from "../parts/notice.js";
import { editQueue } from "../parts/queue-form.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { table } from "../parts/table.js";
import { when } from "../parts/time.js";
import { count, policyWords } from "../text.js";

export default function queues(page) {
  return [
    h("h1", {}, "Queues"),
    region(
      page,
      (signal) => call("queues", { signal }),
      ({ items }) =>
        items.length > 0
          ? queueTable(page, items, true)
          : emptyBox(
              "No queues yet",
              "A queue is created with its first job or its settings: ",
              command("./taskforge jobs enqueue send --queue mail"),
              ".",
            ),
    ),
  ];
}

/** Queues with their depth and, if whole, their settings. */
export function queueTable(page, queues, whole = false) {
  const depth = (name, state, title) => ({
    title,
    figure: true,
    cell: (queue) =>
      queue[name] > 0 ? link(to(["jobs"], { queue: queue.name, state }), count(queue[name])) : "0",
  });
  return table({
    caption: "Queues with their number of jobs",
    rows: queues,
    columns: [
      { title: "Queue", cell: (queue) => link(to(["queues", queue.name]), queue.name) },
      { title: "State", cell: (queue) => badge(queue.paused ? "paused" : "active") },
      { title: "Waiting", figure: true, cell: (queue) => count(queue.waiting) },
      { title: "Due", figure: true, cell: (queue) => count(queue.due) },
      depth("running", "RUNNING", "Running"),
      {
        title: "Dead",
        figure: true,
        cell: (queue) =>
          queue.dead > 0
            ? link(to(["dead-letters"], { queue: queue.name }), count(queue.dead))
            : "0",
      },
      { title: "Oldest due", cell: (queue) => when(queue.oldestDueAt) },
      ...(whole ? settings() : []),
      {
        title: "",
        cell: (queue) =>
          h(
            "div",
            { class: "buttons" },
            pauseButton(page, queue),
            whole ? settingsButton(page, queue) : null,
          ),
      },
    ],
  });
}

function settings() {
  return [
    { title: "Retry policy", cell: (queue) => policyWords(queue.retryPolicy) },
    {
      title: "Dead letter queue",
      cell: (queue) => queue.deadLetterQueue ?? h("span", { class: "faint" }, "none"),
    },
  ];
}

/** The button that pauses or resumes a queue, which all tenants share. */
export function pauseButton(page, { name, paused }) {
  if (!allows("admin", true)) {
    return null;
  }
  return paused
    ? action(
        "Resume",
        () =>
          call("queue.resume", { at: { name } }).then(() => `Queue ${name} resumed.`),
        { page, key: "resume " + name },
      )
    : action(
        "Pause",
        () => call("queue.pause", { at: { name } }).then(() => `Queue ${name} paused.`),
        {
          page,
          key: "resume " + name,
          question: {
            title: `Pause queue ${name}?`,
            text: "No more of its jobs are started until it is resumed. Running jobs continue.",
          },
        },
      );
}

export function settingsButton(page, queue) {
  if (!allows("admin", true)) {
    return null;
  }
  return h(
    "button",
    {
      type: "button",
      class: "small",
      key: "settings " + queue.name,
      onclick: () => editQueue(page, queue),
    },
    "Settings",
  );
}
