// The settings dialog of a queue: policies to choose from, a preview of the delays, and what changes.

import { call } from "../api.js";
import { h } from "../dom.js";
import { policyWords } from "../text.js";
import { delaysOf } from "./delays.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { policyNames } from "./policy-form.js";

const OWN = "own policy";
const SETTINGS = ["retryPolicy", "deadLetterQueue", "deadLetterOn", "concurrency", "rate", "destination", "retryBudget"];

/**
 * Edits a queue's settings, with optimistic locking; without a queue, asks for its name.
 *
 * @param proposed a policy that is suggested instead of the queue's
 */
export async function editQueue(page, queue, proposed) {
  const found = queue ?? { name: "", retryPolicy: null, deadLetterOn: "EXHAUSTED", version: null };
  const policy = proposed ?? found.retryPolicy;
  const done = await ask(
    {
      title: queue ? `Settings of queue ${queue.name}` : "New queue",
      verb: "Save",
      stop: "Close",
      wide: true,
      fields: [
        ...(queue ? [] : [{ name: "name", label: "Name", required: true, faults: ["queue"] }]),
        {
          name: "retryPolicy",
          label: "Retry policy",
          names: policyNames,
          value: typeof policy === "object" && policy !== null ? OWN : (policy ?? ""),
          hint:
            typeof policy === "object" && policy !== null
              ? `The name of a policy; "${OWN}" is the one below. Leave empty for the server default.`
              : "The name of a policy. Leave empty for the server default. Write policies under Retry policies.",
        },
        {
          name: "deadLetterQueue",
          label: "Dead letter queue",
          names: "queues",
          value: found.deadLetterQueue ?? "",
          hint: "Leave empty to end such jobs as failed; they can be retried, not redriven.",
        },
        {
          name: "deadLetterOn",
          label: "Dead-letter",
          options: ["EXHAUSTED", "ALL"],
          value: found.deadLetterOn,
          hint: "EXHAUSTED: jobs whose retries or time are used up. ALL: also failures that are not retryable.",
        },
        {
          name: "concurrency",
          label: "Concurrency",
          type: "number",
          min: 1,
          value: found.concurrency ?? "",
          hint: "Maximum number of jobs that one worker runs at the same time.",
        },
        {
          name: "starts",
          label: "Rate limit: starts",
          type: "number",
          min: 1,
          value: found.rate?.starts ?? "",
          faults: ["rate.starts", "rate"],
          hint: "Maximum number of jobs that one worker starts …",
        },
        { name: "per", label: "… per", value: found.rate?.per ?? "", faults: ["rate.per"], hint: "A duration such as 1s or 1m." },
        {
          name: "destination",
          label: "Destination",
          value: found.destination ?? "",
          hint: "Destination of jobs that specify none. Its circuit breaker holds them while it is down.",
        },
        {
          name: "percent",
          label: "Retry budget, in percent",
          type: "number",
          min: 0,
          max: 100,
          value: found.retryBudget?.percent ?? "",
          faults: ["retryBudget.percent", "retryBudget"],
          hint: "Maximum number of retries per 100 first attempts; others are postponed. Leave empty for no limit.",
        },
      ],
      preview: (values) => preview(found, policy, values, Boolean(queue)),
    },
    (values) =>
      call("queue.put", {
        at: { name: queue?.name ?? values.name },
        body: settings(found, policy, values),
        headers: queue ? { "If-Match": `"${queue.version}"` } : { "If-None-Match": "*" },
      }),
  );
  if (done) {
    news(`Settings ${queue ? `of queue ${queue.name} ` : ""}saved. Workers apply them within seconds.`);
    page.refresh();
  }
}

/** The delays of the policy, and the differences from the stored settings. */
async function preview(found, own, values, exists) {
  const wanted = settings(found, own, values);
  return [
    exists ? differences(found, wanted) : null,
    wanted.retryPolicy
      ? await delaysOf(wanted.retryPolicy)
      : h("p", { class: "faint" }, "Retries follow the server default."),
  ];
}

/** What saving would change. */
export function differences(before, after) {
  const text = (value) =>
    value === undefined || value === null
      ? "not set"
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
  const changed = SETTINGS.filter((name) => text(before[name]) !== text(after[name]));
  return changed.length === 0
    ? h("p", { class: "faint" }, "No changes yet.")
    : h(
        "ul",
        { class: "plain diff", "aria-label": "Changes" },
        changed.map((name) =>
          h("li", {}, h("strong", {}, name), ": ", h("del", {}, text(before[name])), " → ", h("ins", {}, text(after[name]))),
        ),
      );
}

function settings(found, own, { retryPolicy, deadLetterQueue, deadLetterOn, concurrency, starts, per, destination, percent }) {
  const body = { deadLetterOn };
  if (retryPolicy) {
    body.retryPolicy = retryPolicy === OWN ? own : retryPolicy;
  }
  if (deadLetterQueue) {
    body.deadLetterQueue = deadLetterQueue;
  }
  if (concurrency) {
    body.concurrency = Number(concurrency);
  }
  if (starts || per) {
    body.rate = { starts: Number(starts), per };
  }
  if (destination) {
    body.destination = destination;
  }
  if (percent !== "") {
    body.retryBudget = { ...found.retryBudget, percent: Number(percent) };
  }
  return body;
}

/** A policy in words, for a table. */
export function policyCell(policy) {
  return policy === null ? h("span", { class: "faint" }, "server default") : policyWords(policy);
}
