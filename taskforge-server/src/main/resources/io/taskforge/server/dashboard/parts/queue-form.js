// How a queue is run, and changing it.

import { call } from "../api.js";
import { h } from "../dom.js";
import { duration } from "../text.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";
import { table } from "./table.js";

/** Lets the operator change a queue's settings, unless somebody else has meanwhile. */
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
          hint: "The name of one, or one written out as JSON. Empty: the server's usual.",
        },
        {
          name: "deadLetterQueue",
          label: "Dead letters go to",
          value: queue.deadLetterQueue ?? "",
          hint: "A queue. Empty: jobs that are given up end as failed, and can't be redriven.",
        },
        {
          name: "concurrency",
          label: "At once",
          type: "number",
          min: 1,
          value: queue.concurrency ?? "",
          hint: "How many of its jobs one worker runs at once at most.",
        },
        {
          name: "starts",
          label: "Starts",
          type: "number",
          min: 1,
          value: queue.rate?.starts ?? "",
          hint: "How many of its jobs one worker starts at most …",
        },
        { name: "per", label: "… in", value: queue.rate?.per ?? "", hint: "Such as 1s or 1m." },
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
    news(`Queue ${queue.name} is run in a new way; workers know within seconds.`);
    page.refresh();
  }
}

function settings({ retryPolicy, deadLetterQueue, concurrency, starts, per }) {
  const body = {};
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
    throw Object.assign(new Error(error.message), { title: "The policy is not JSON" });
  }
}

/** When a policy would retry. */
export function delays({ retries }) {
  if (retries.length === 0) {
    return h("p", { class: "faint" }, "It never retries.");
  }
  return table({
    caption: "When the policy retries",
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
      { title: "In all, at most", cell: (row) => duration(row.cumulativeMaxMs) },
    ],
  });
}
