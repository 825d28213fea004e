// The list of queues. Dead letter queues are shown with the queues that use them.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { command } from "../parts/command.js";
import { emptyBox } from "../parts/notice.js";
import { editQueue, policyCell } from "../parts/queue-form.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { table } from "../parts/table.js";
import { now, when } from "../parts/time.js";
import { count, plural } from "../text.js";

const LATE_MILLIS = 60_000;

export default function queues(page) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, "Queues"),
      allows("admin", true)
        ? h("button", { type: "button", onclick: () => editQueue(page, null) }, "New queue")
        : null,
    ),
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

/** Queues that are only the dead letter queue of others, by name. */
export function foldedQueues(queues) {
  const targets = new Set(queues.map((queue) => queue.deadLetterQueue).filter(Boolean));
  return new Map(
    queues
      .filter(
        ({ name, waiting, running, deadLetterQueue, paused }) =>
          targets.has(name) && waiting === 0 && running === 0 && !deadLetterQueue && !paused,
      )
      .map((queue) => [queue.name, queue]),
  );
}

/** Queues with their depth and, if whole, their settings. */
export function queueTable(page, all, whole = false) {
  const folded = foldedQueues(all);
  const dead = new Map(all.map((queue) => [queue.name, queue.dead]));
  const users = (target) => all.filter((queue) => queue.deadLetterQueue === target).length;
  const rows = all.filter((queue) => !folded.has(queue.name));
  return [
    table({
      caption: "Queues with their number of jobs",
      rows,
      columns: [
        { title: "Queue", cell: (queue) => link(to(["queues", queue.name]), queue.name) },
        { title: "State", cell: (queue) => badge(queue.paused ? "paused" : "active") },
        figure("waiting", "QUEUED", "Waiting"),
        { title: "Due", figure: true, cell: (queue) => count(queue.due) },
        figure("running", "RUNNING", "Running"),
        { title: "Oldest due", cell: oldest },
        { title: "Dead letters", cell: (queue) => deadLetters(queue, dead, users(queue.deadLetterQueue) > 1) },
        ...(whole ? settings() : []),
        {
          title: "Actions",
          cell: (queue) =>
            h(
              "div",
              { class: "buttons" },
              pauseButton(page, queue),
              whole ? settingsButton(page, queue) : null,
            ),
        },
      ],
    }),
    whole && folded.size > 0
      ? h(
          "p",
          { class: "faint" },
          plural(folded.size, "dead letter queue"),
          " shown with the queues that use them: ",
          [...folded.keys()].map((name, i) => [i > 0 ? ", " : "", link(to(["queues", name]), name)]),
          ".",
        )
      : null,
  ];
}

function figure(name, state, title) {
  return {
    title,
    figure: true,
    cell: (queue) =>
      queue[name] > 0 ? link(to(["jobs"], { queue: queue.name, state }), count(queue[name])) : "0",
  };
}

function oldest({ oldestDueAt }) {
  const late = oldestDueAt && now() - Date.parse(oldestDueAt) > LATE_MILLIS;
  return h("span", { class: late ? "late" : null }, when(oldestDueAt));
}

/**
 * The dead letters of a queue: in its dead letter queue, and in itself if it is one.
 *
 * @param shared whether other queues have the same dead letter queue, so that the number includes theirs
 */
function deadLetters({ name, deadLetterQueue, dead: own }, dead, shared) {
  const there = deadLetterQueue ? (dead.get(deadLetterQueue) ?? 0) : 0;
  const parts = [];
  if (there > 0) {
    parts.push(
      link(to(["dead-letters"], shared ? { queue: deadLetterQueue } : { source: name }), count(there)),
      h("span", { class: "faint" }, ` in ${deadLetterQueue}${shared ? ", shared" : ""}`),
    );
  }
  if (own > 0) {
    parts.push(parts.length > 0 ? ", " : "", link(to(["dead-letters"], { queue: name }), `${count(own)} here`));
  }
  if (parts.length > 0) {
    return parts;
  }
  return deadLetterQueue ? "0" : h("span", { class: "faint" }, "no dead letter queue");
}

function settings() {
  return [
    { title: "Retry policy", cell: (queue) => policyCell(queue.retryPolicy) },
    {
      title: "Limits per worker",
      cell: ({ concurrency, rate }) =>
        [concurrency ? `concurrency ${count(concurrency)}` : "", rate ? `${count(rate.starts)} per ${rate.per}` : ""]
          .filter(Boolean)
          .join(", ") || h("span", { class: "faint" }, "none"),
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

/** The button that deletes the settings. Only settings are deleted, so a queue without settings has no button. */
export function deleteButton(page, { name, version }) {
  if (!allows("admin", true) || version === 0) {
    return null;
  }
  return action(
    "Delete",
    () => call("queue.delete", { at: { name } }).then(() => `Settings of queue ${name} deleted.`),
    {
      page,
      danger: true,
      key: "delete " + name,
      question: {
        title: `Delete the settings of queue ${name}?`,
        text: "Its jobs stay. A queue that still has jobs is resumed and gets the defaults.",
        verb: "Delete settings",
      },
    },
  );
}
