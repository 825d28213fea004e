// The buttons that change one job.

import { call } from "../api.js";
import { action } from "./actions.js";

const REASON = {
  name: "reason",
  label: "Reason",
  hint: "Optional. Recorded in the job's history.",
};

/** The buttons that the job's state allows. */
export function jobButtons(page, { id, state }) {
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
