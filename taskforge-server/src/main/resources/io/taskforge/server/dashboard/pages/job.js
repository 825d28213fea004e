// One job: state, attempts, details and actions.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { action } from "../parts/actions.js";
import { json, lastError } from "../parts/payload.js";
import { queueLink } from "../parts/queue-link.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { facts, more, table } from "../parts/table.js";
import { momentAndWhen } from "../parts/time.js";
import { timeline } from "../parts/timeline.js";
import { reasons, waiting } from "../parts/waiting.js";
import { attemptNumbers, count, policyWords } from "../text.js";

const SHOWN_ATTEMPTS = 50;
const REASON = {
  name: "reason",
  label: "Reason",
  hint: "Optional. Recorded in the job's history.",
};

export default function job(page) {
  const at = { id: page.id };
  const load = async (signal) => {
    const [found, history] = await Promise.all([
      call("job", { at, signal }),
      call("job.history", { at, query: { limit: SHOWN_ATTEMPTS }, signal }),
    ]);
    if (!("payload" in found)) {
      // The id of a schedule.
      location.replace(to(["schedules", found.id], { tenant: found.tenant }));
    }
    return { found, history, why: await reasons(found, signal) };
  };
  return [
    h("p", { class: "crumbs" }, link("#/jobs", "Jobs"), " / "),
    region(page, load, (data) => ("payload" in data.found ? content(page, data) : []), {
      every: 5_000,
      concerns: ({ data }) => data.jobId === page.id,
    }),
  ];
}

function content(page, { found, history, why }) {
  const earlier = (cursor) =>
    call("job.history", {
      at: { id: found.id },
      query: { limit: SHOWN_ATTEMPTS, cursor },
      signal: page.signal,
    });
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, found.type),
      badge(found.state),
      h("div", { class: "buttons" }, buttons(page, found)),
    ),
    h("p", { class: "mono faint" }, found.id),
    found.lastError ? lastError(found.lastError) : null,
    why ? waiting(why) : null,
    h("h2", {}, "Attempts"),
    timeline(found, history.items),
    history.next
      ? h("p", { class: "faint" }, `Showing the latest ${count(history.items.length)}.`)
      : null,
    more(history.next, earlier, (items) => timeline({ ...found, state: "" }, items)),
    h("h2", {}, "Details"),
    facts(details(found)),
    stays(found.deadLetterStays ?? []),
    h("h2", {}, "Payload"),
    json(found.payload),
    found.result === null ? null : [h("h2", {}, "Result"), json(found.result)],
  ];
}

function stays(ended) {
  return ended.length === 0
    ? null
    : [
        h("h2", {}, "Earlier dead letter stays"),
        table({
          caption: "Earlier stays in dead letter queues",
          rows: ended,
          columns: [
            { title: "Dead letter queue", cell: (stay) => queueLink(stay.dead_letter_queue) },
            { title: "From", cell: (stay) => queueLink(stay.moved_from_queue) },
            { title: "Reason", cell: (stay) => stay.dlq_reason },
            { title: "Moved", cell: (stay) => momentAndWhen(stay.moved_at) },
            {
              title: "Ended",
              cell: (stay) => [stay.ended_how.toLowerCase(), " ", momentAndWhen(stay.ended_at)],
            },
            { title: "By", cell: (stay) => stay.ended_by ?? "" },
            { title: "End reason", cell: (stay) => stay.end_reason ?? "" },
          ],
        }),
      ];
}

function details(found) {
  const dead = found.deadLetter;
  return [
    ["Queue", queueLink(found.queue)],
    ["Tenant", link(to(["jobs"], { tenant: found.tenant }), found.tenant)],
    found.schedule
      ? [
          "Schedule",
          link(to(["schedules", found.schedule], { tenant: found.tenant }), found.schedule),
        ]
      : null,
    dead
      ? [
          "Dead letter",
          `${dead.dlq_reason}; moved from ${dead.moved_from_queue}, `,
          momentAndWhen(dead.moved_at),
        ]
      : null,
    [
      "Attempts",
      `${attemptNumbers(found)}: ${count(found.failures)} failed, ${count(found.lostLeases)} lost, ${count(found.interruptions)} interrupted`,
    ],
    ["Guarantee", found.guarantee.toLowerCase().replaceAll("_", " ")],
    ["Priority", found.priority],
    ["Created", momentAndWhen(found.createdAt)],
    [found.finishedAt ? "Was due" : "Due", momentAndWhen(found.runAt)],
    found.finishedAt ? ["Finished", momentAndWhen(found.finishedAt)] : null,
    found.lease
      ? ["Running on", found.lease.worker, ", since ", momentAndWhen(found.lease.claimedAt)]
      : null,
    found.lease ? ["Lease until", momentAndWhen(found.lease.expiresAt)] : null,
    ["Retry policy", found.retryPolicy === null ? "that of its type or queue" : policyWords(found.retryPolicy)],
    found.timeout ? ["Timeout", found.timeout] : null,
    found.deadline ? ["Deadline", momentAndWhen(found.deadline)] : null,
    found.idempotencyKey
      ? ["Idempotency key", h("span", { class: "mono" }, found.idempotencyKey)]
      : null,
  ];
}

function buttons(page, { id, state }) {
  const at = { id };
  const done = (promise, said) => promise.then(() => said);
  const body = ({ reason }) => (reason ? { reason } : {});
  const waits = state === "QUEUED" || state === "RETRYING";
  const retry = action("Retry now", () => done(call("job.retry", { at }), "The job is due now."), {
    page,
    small: false,
  });
  const cancel = action(
    "Cancel",
    (values) => done(call("job.cancel", { at, body: body(values) }), "Cancelled, or its worker was asked to stop."),
    {
      page,
      small: false,
      danger: true,
      question: {
        title: "Cancel this job?",
        text: "It will not run again unless you retry it. If it is running, its worker is asked to stop.",
        verb: "Cancel job",
        fields: [REASON],
      },
    },
  );
  const cancelRetries = action(
    "Cancel retries",
    (values) => done(call("job.cancel-retries", { at, body: body(values) }), "Retries cancelled."),
    {
      page,
      small: false,
      danger: true,
      question: {
        title: "Cancel pending retries?",
        text: "The job ends as failed, with its last error. You can retry it manually later.",
        fields: [REASON],
      },
    },
  );
  const deadLetter = action(
    "Dead-letter",
    (values) =>
      done(call("job.dead-letter", { at, body: body(values) }), "Moved to the dead letter queue."),
    {
      page,
      small: false,
      danger: true,
      question: {
        title: "Move this job to the dead letter queue?",
        text: "It will not run until you redrive it.",
        verb: "Move job",
        fields: [REASON],
      },
    },
  );
  const reschedule = action(
    "Reschedule",
    ({ delay }) => done(call("job.reschedule", { at, body: { delay } }), "Rescheduled."),
    {
      page,
      small: false,
      question: {
        title: "Reschedule this job",
        fields: [
          {
            name: "delay",
            label: "Delay from now",
            value: "10m",
            required: true,
            hint: "A duration such as 30s, 10m, 2h or 1d.",
          },
        ],
      },
    },
  );
  const redrive = action(
    "Redrive",
    () => done(call("dead-letter.redrive", { at, body: {} }), "The job is back in its queue."),
    { page, small: false },
  );
  const remove = action(
    "Delete",
    ({ reason }) => done(call("dead-letter.delete", { at, query: { reason } }), "Dead letter deleted."),
    {
      page,
      small: false,
      danger: true,
      question: {
        title: "Delete this dead letter?",
        text: "The job leaves the dead letter queue and ends as cancelled. It stays in the list of jobs for the retention period.",
        fields: [REASON],
      },
    },
  );
  return [
    waits || state === "FAILED" || state === "CANCELLED" ? retry : null,
    waits ? reschedule : null,
    state === "RETRYING" ? cancelRetries : null,
    waits || state === "FAILED" ? deadLetter : null,
    waits || state === "RUNNING" ? cancel : null,
    state === "DEAD" ? [redrive, remove] : null,
  ];
}
