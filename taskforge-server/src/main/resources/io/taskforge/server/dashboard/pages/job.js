// One job: state, attempts, details and actions.

import { call } from "../api.js";
import { h, link, to } from "../dom.js";
import { jobButtons } from "../parts/job-buttons.js";
import { loadHolds } from "../parts/holds.js";
import { copyButton, related } from "../parts/job-links.js";
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
    const isJob = "payload" in found;
    const [why, holds] = isJob ? await Promise.all([reasons(found, signal), loadHolds(found, signal)]) : [];
    return { found, history, why, holds };
  };
  return [
    h("p", { class: "crumbs" }, link("#/jobs", "Jobs"), " / "),
    region(page, load, (data) => ("payload" in data.found ? content(page, data) : []), {
      every: 5_000,
      concerns: ({ data }) => data.jobId === page.id,
    }),
  ];
}

function content(page, { found, history, why, holds }) {
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
      h("div", { class: "buttons" }, jobButtons(page, found), copyButton(page, found)),
    ),
    h("p", { class: "mono faint" }, found.id),
    related(found, history.items),
    found.lastError ? lastError(found.lastError) : null,
    why ? waiting(found, why) : null,
    h("h2", {}, "Attempts"),
    timeline(found, history.items, holds),
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
            { title: "End reason", cell: (stay) => endReason(stay.end_reason ?? "") },
          ],
        }),
      ];
}

/** A reason that names a bulk redrive links to it. */
function endReason(text) {
  const [named, id] = /redrive ([0-9a-f-]{36})/.exec(text) ?? [];
  const [before, after] = named ? text.split(named) : [text, ""];
  return [before, named ? link(to(["redrives"], { id }), named) : null, after];
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
    found.tags.length > 0
      ? ["Tags", found.tags.map((tag, i) => [i > 0 ? ", " : null, link(to(["jobs"], { tag }), tag)])]
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
    found.key ? ["Key", h("span", { class: "mono" }, found.key)] : null,
    found.destination
      ? ["Destination", link(to(["destinations"], { tenant: found.tenant }), h("span", { class: "mono" }, found.destination))]
      : null,
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
