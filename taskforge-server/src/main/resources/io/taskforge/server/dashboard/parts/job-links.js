// What a job is connected with, and how to run it again as a new job.

import { call } from "../api.js";
import { allows } from "../caller.js";
import { h, link, to } from "../dom.js";
import { shortId } from "../text.js";
import { parsed } from "./delays.js";
import { ask } from "./dialog.js";
import { news } from "./notice.js";

/**
 * Links to the queue, schedule, original, failure group, dead letters, webhook and deliveries.
 *
 * @param attempts the latest ones, oldest first
 */
export function related(job, attempts) {
  const group = attempts.findLast((attempt) => attempt.failureGroup)?.failureGroup;
  const final = job.finishedAt !== null;
  const source = job.deadLetter?.moved_from_queue ?? job.queue;
  const links = [
    link(to(["queues", source]), "Queue " + source),
    job.schedule
      ? link(to(["schedules", job.schedule], { tenant: job.tenant }), "Schedule " + job.schedule)
      : null,
    job.copyOf ? link(to(["jobs", job.copyOf]), "Copy of " + shortId(job.copyOf)) : null,
    job.lastError
      ? link(
          to(["jobs"], { type: job.type, errorType: job.lastError.type, state: job.state }),
          "Same error: " + job.lastError.type,
        )
      : null,
    group ? link(to(["failure-groups", group]), "Failure group") : null,
    job.state === "DEAD" ? link(to(["dead-letters"], { source }), "Dead letters of the queue") : null,
    ...(job.type === "webhook" ? ofDelivery(job) : []),
    final && job.type !== "webhook"
      ? link(to(["jobs"], { type: "webhook", payloadContains: job.id }), "Webhook deliveries")
      : null,
  ];
  return h(
    "p",
    { class: "related" },
    links.filter(Boolean).map((each, i) => [i > 0 ? " · " : "", each]),
  );
}

/** The webhook that a delivery is for, and the job of its event. */
function ofDelivery({ payload, tenant }) {
  const event = /"jobId":"([0-9a-f-]{36})"/.exec(payload?.body ?? "")?.[1];
  return [
    payload?.webhook ? link(to(["webhooks", payload.webhook], { tenant }), "Webhook") : null,
    event ? link(to(["jobs", event]), "Job of the event") : null,
  ];
}

/** Runs the job again as a new job, with a payload that the user may edit. */
export function copyButton(page, job) {
  if (!allows("write") || job.type === "webhook") {
    return null;
  }
  return h(
    "button",
    { type: "button", key: "copy job", onclick: () => copy(page, job) },
    "Edit and run again",
  );
}

async function copy(page, job) {
  const before = JSON.stringify(job.payload, null, 2);
  const once = Date.now().toString(36) + Math.random().toString(36).slice(2, 8);
  let made = null;
  const done = await ask(
    {
      title: "Run again as a new job",
      text: "The new job has the same type, tenant, priority, policy and timeout, and links back to this one. This job does not change.",
      verb: "Enqueue",
      wide: true,
      fields: [
        {
          name: "payload",
          label: "Payload, JSON",
          rows: 12,
          value: before,
          hint: before.includes('"***"')
            ? "Secret headers are masked. Leave the payload as it is to keep them; if you change it, enter them again."
            : "",
        },
        { name: "queue", label: "Queue", names: "queues", value: job.deadLetter?.moved_from_queue ?? job.queue },
        { name: "delay", label: "Delay", value: "0s", hint: "A duration such as 10m." },
      ],
    },
    async ({ payload, queue, delay }) => {
      const changed = payload !== before.trim();
      if (changed && payload.includes('"***"')) {
        throw Object.assign(new Error("A secret is masked."), {
          title: "Enter the secret again",
          faults: [{ key: "payload", value: "", rule: "has a masked secret (***); enter its value again" }],
        });
      }
      made = await call("job.copy", {
        at: { id: job.id },
        body: { once, delay, queue, ...(changed ? { payload: parsed(payload || "null", "payload") } : {}) },
      });
    },
  );
  if (done) {
    news("Enqueued.");
    location.hash = to(["jobs", made.id]);
  }
}
