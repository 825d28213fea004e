// The settings dialog of a queue, and the delays of a policy.

import { call } from "../api.js";
import { h } from "../dom.js";
import { duration } from "../text.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { table } from "./table.js";

/** Edits a queue's settings, with optimistic locking. */
export async function editQueue(page, queue) {
  const policy = queue.retryPolicy;
  const done = await ask(
    {
      title: `Settings of queue ${queue.name}`,
      verb: "Save",
      stop: "Close",
      fields: [
        {
          name: "retryPolicy",
          label: "Retry policy",
          rows: 8,
          value:
            policy === null
              ? ""
              : typeof policy === "string"
                ? policy
                : JSON.stringify(policy, null, 2),
          hint: "The name of a policy, or a policy as JSON. Leave empty for the server default.",
        },
        {
          name: "deadLetterQueue",
          label: "Dead letter queue",
          value: queue.deadLetterQueue ?? "",
          hint: "Name of a queue. Leave empty to end such jobs as failed; they cannot be redriven then.",
        },
        {
          name: "deadLetterOn",
          label: "Dead-letter",
          options: ["EXHAUSTED", "ALL"],
          value: queue.deadLetterOn,
          hint: "EXHAUSTED: jobs whose retries or time are used up. ALL: also failures that are not retryable.",
        },
        {
          name: "concurrency",
          label: "Concurrency",
          type: "number",
          min: 1,
          value: queue.concurrency ?? "",
          hint: "Maximum number of jobs that one worker runs at the same time.",
        },
        {
          name: "starts",
          label: "Rate limit: starts",
          type: "number",
          min: 1,
          value: queue.rate?.starts ?? "",
          hint: "Maximum number of jobs that one worker starts …",
        },
        { name: "per", label: "… per", value: queue.rate?.per ?? "", hint: "A duration such as 1s or 1m." },
      ],
    },
    (values) =>
      call("queue.put", {
        at: { name: queue.name },
        body: settings(values),
        headers: { "If-Match": `"${queue.version}"` },
      }),
  );
  if (done) {
    news(`Settings of queue ${queue.name} saved. Workers apply them within seconds.`);
    page.refresh();
  }
}

function settings({ retryPolicy, deadLetterQueue, deadLetterOn, concurrency, starts, per }) {
  const body = { deadLetterOn };
  if (retryPolicy) {
    body.retryPolicy = retryPolicy.startsWith("{") ? parsed(retryPolicy) : retryPolicy;
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
  return body;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw Object.assign(new Error(error.message), { title: "The policy is not valid JSON" });
  }
}

/** The retry delays of a policy. */
export function delays({ retries }) {
  if (retries.length === 0) {
    return h("p", { class: "faint" }, "No retries.");
  }
  return table({
    caption: "Retry delays of the policy",
    rows: retries,
    columns: [
      { title: "Retry", figure: true, cell: (row) => row.retry },
      {
        title: "After",
        cell: (row) =>
          row.minMs === row.maxMs
            ? duration(row.minMs)
            : `${duration(row.minMs)} to ${duration(row.maxMs)}`,
      },
      { title: "Total, at most", cell: (row) => duration(row.cumulativeMaxMs) },
    ],
  });
}
