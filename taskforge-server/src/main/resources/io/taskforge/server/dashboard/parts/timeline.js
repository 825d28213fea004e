// The timeline of a job's attempts: waiting and run times, and the reason for each delay.

import { h, s } from "../dom.js";
import { attemptNumbers, duration } from "../text.js";
import { drawingWidth } from "./chart.js";
import { longText } from "./payload.js";
import { badge, tone } from "./state.js";
import { moment, momentAndWhen, now } from "./time.js";

const ROW = 22;
const LEFT = 44;
const RIGHT = 10;
const BOTTOM = 22;
const DRAWN = 40;

/**
 * The timeline of a job.
 *
 * @param job the job, which may wait for its next run
 * @param attempts oldest first
 * @param holds periods in which it could not run, see loadHolds
 */
export function timeline(job, attempts, holds = []) {
  return [
    attempts.length > 0
      ? [
          h(
            "p",
            { class: "legend" },
            h("span", {}, h("i", { class: "stroke waiting" }), "not due: delay or backoff"),
            h("span", {}, h("i", { class: "stroke late-start" }), "due, waiting for a worker"),
            h("span", {}, h("i", { class: "swatch runs" }), "running, in the colour of its outcome"),
            holds.length > 0
              ? h("span", {}, h("i", { class: "swatch held" }), "held: ", [...new Set(holds.map(({ text }) => text))].join(", "))
              : null,
          ),
          drawing(job, attempts.slice(-DRAWN), holds),
        ]
      : null,
    list(job, attempts),
  ];
}

function drawing(job, attempts, holds) {
  const width = drawingWidth();
  const waits = waitsForMore(job);
  const rows = attempts.map((attempt) => ({
    label: attempt.attempt === null ? "–" : "#" + attempt.attempt,
    due: Date.parse(attempt.scheduledAt),
    start: attempt.startedAt ? Date.parse(attempt.startedAt) : null,
    end: attempt.finishedAt ? Date.parse(attempt.finishedAt) : now(),
    tone: tone(attempt.status),
    title: `${name(attempt)}: ${attempt.status.toLowerCase()}, ${waited(attempt)}ran ${duration(attempt.durationMs)}`,
  }));
  if (waits) {
    const next = Date.parse(job.runAt);
    rows.push({
      label: "next",
      due: next,
      start: null,
      end: next,
      tone: "waits",
      title: "the next run",
    });
  }
  const from = Math.min(Date.parse(job.createdAt), ...rows.map((row) => row.due));
  const to = Math.max(from + 10, ...rows.map((row) => row.end));
  const x = (time) => LEFT + ((width - LEFT - RIGHT) * (Math.max(from, time) - from)) / (to - from);
  const height = rows.length * ROW + BOTTOM;
  const span = (kind, begin, end, y, at) =>
    end > begin ? s("line", { class: kind, x1: at(begin), x2: at(end), y1: y, y2: y }) : null;
  let before = from;
  const lines = rows.map((row, i) => {
    const y = i * ROW + ROW / 2;
    const start = row.start ?? Math.min(row.due, row.end);
    const drawn = s(
      "g",
      {},
      s("title", {}, row.title),
      s("text", { class: "axis", x: LEFT - 8, y: y + 4, "text-anchor": "end" }, row.label),
      span("waiting", before, Math.min(row.due, start), y, x),
      span("late-start", Math.max(before, row.due), start, y, x),
      row.start === null
        ? s("circle", { class: "bar " + row.tone, cx: x(start), cy: y, r: 5 })
        : s("rect", {
            class: "bar " + row.tone,
            x: x(start) - 1,
            y: y - 6,
            rx: 2,
            height: 12,
            width: Math.max(4, x(row.end) - x(start)),
          }),
    );
    before = row.end;
    return drawn;
  });
  const marks = (width > 500 ? [0, 0.25, 0.5, 0.75, 1] : [0, 0.5, 1]).map((part) => {
    const at = LEFT + (width - LEFT - RIGHT) * part;
    const anchor = part === 0 ? "start" : part === 1 ? "end" : "middle";
    return [
      s("line", { class: "grid", x1: at, x2: at, y1: 0, y2: height - BOTTOM }),
      s(
        "text",
        { class: "axis", x: at, y: height - 6, "text-anchor": anchor },
        part === 0 ? "created" : "+" + duration((to - from) * part),
      ),
    ];
  });
  return s(
    "svg",
    {
      class: "timeline",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": "Timeline of the attempts; the list below has the same data",
    },
    holds.map(({ from: begin, to: end, text }) =>
      s(
        "rect",
        {
          class: "held",
          x: x(Math.min(begin, to)),
          y: 0,
          width: Math.max(2, x(Math.min(end ?? Infinity, to)) - x(Math.min(begin, to))),
          height: height - BOTTOM,
        },
        s("title", {}, text),
      ),
    ),
    marks,
    lines,
  );
}

/** How long a due attempt waited for a worker. */
function waited({ scheduledAt, startedAt }) {
  const millis = startedAt ? Date.parse(startedAt) - Date.parse(scheduledAt) : 0;
  return millis > 0 ? `waited ${duration(millis)}, ` : "";
}

/** Whether another run is planned. */
export function waitsForMore(job) {
  return job.state === "QUEUED" || job.state === "RETRYING";
}

function list(job, attempts) {
  const items = attempts.map(item);
  if (waitsForMore(job)) {
    items.push(
      h(
        "li",
        { class: "attempt waits" },
        h(
          "div",
          { class: "attempt-head" },
          h("strong", {}, attempts.length > 0 ? "Next run" : "First run"),
          badge(job.state),
          h("span", {}, momentAndWhen(job.runAt)),
        ),
      ),
    );
  }
  return h("ol", { class: "attempts" }, items);
}

/** The title of a history entry. A run that never started is not an attempt. */
function name(attempt) {
  if (attempt.attempt === null) {
    return attempt.status === "CANCELLED" ? "Ended by request" : "Not started";
  }
  return `Attempt ${attemptNumbers(attempt)}${attempt.retryCount > 0 ? `, retry ${attempt.retryCount}` : ""}`;
}

function item(attempt) {
  const error = attempt.errorType
    ? h(
        "p",
        { class: "error-line" },
        h("strong", {}, attempt.errorType),
        attempt.failureKind ? ` (${attempt.failureKind.toLowerCase()}) ` : " ",
        attempt.message,
      )
    : null;
  const head = [
    h("strong", {}, name(attempt)),
    attempt.attempt === null && attempt.status === "CANCELLED" ? null : badge(attempt.status),
    moment(attempt.startedAt ?? attempt.finishedAt ?? attempt.scheduledAt),
    attempt.durationMs === null
      ? null
      : h("span", { class: "faint" }, waited(attempt) + "ran " + duration(attempt.durationMs)),
    attempt.worker ? h("span", { class: "faint" }, "on " + attempt.worker) : null,
    attempt.progress === null
      ? null
      : h("span", { class: "faint" }, "progress " + Math.round(attempt.progress * 100) + " %"),
  ];
  return h(
    "li",
    { class: "attempt " + tone(attempt.status) },
    h("div", { class: "attempt-head" }, head),
    error,
    attempt.explanation
      ? h(
          "p",
          { class: "why" },
          attempt.delayMs === null ? "" : "Next run after " + duration(attempt.delayMs) + ": ",
          attempt.explanation,
        )
      : null,
    unfold("Log", attempt.log.length > 0 ? attempt.log.join("\n") : null, attempt),
    unfold("Stack trace", attempt.stackTrace, attempt),
  );
}

function unfold(title, text, attempt) {
  return text
    ? h("details", { key: `${title} of ${attempt.totalAttempts}` }, h("summary", {}, title), longText(text))
    : null;
}
