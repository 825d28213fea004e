// One queue: settings, depth, and charts of its retries.

import { call } from "../api.js";
import { fill, h, link, to } from "../dom.js";
import { deleteButton, pauseButton, settingsButton } from "./queues.js";
import { columnChart } from "../parts/chart.js";
import { delays } from "../parts/delays.js";
import { figureCharts, figureTiles, loadFigures, periodChoice, PERIODS } from "../parts/figures.js";
import { emptyBox } from "../parts/notice.js";
import { json } from "../parts/payload.js";
import { region } from "../parts/region.js";
import { badge } from "../parts/state.js";
import { facts, tile } from "../parts/table.js";
import { clockTime, local, momentAndWhen, now, when } from "../parts/time.js";
import { count, duration, percent, policyWords } from "../text.js";

const HOUR = 3_600_000;
const SLICES = 12; // at most this many columns in a chart
const SHOWN_DELAYS = 20;
const OUTCOMES = [
  { name: "succeeded", tone: "good" },
  { name: "failed", tone: "bad" },
  { name: "cancelled", tone: "off" },
];

export default function queue(page) {
  const name = page.id;
  const period = page.query.period === "week" ? "week" : "day";
  const below = h("div", {});
  return [
    h("p", { class: "crumbs" }, link("#/queues", "Queues"), " / "),
    region(
      page,
      (signal) => load(name, signal),
      (found) => {
        // Once, and only for a queue that exists.
        if (!below.hasChildNodes()) {
          fill(below, retryCharts(page, name, period));
        }
        return standing(page, found);
      },
    ),
    below,
  ];
}

function retryCharts(page, name, period) {
  return [
    h(
      "div",
      { class: "headline" },
      h("h2", {}, "Figures"),
      periodChoice(["queues", name], {}, period, ["day", "week"]),
    ),
    region(
      page,
      (signal) => loadFigures(period, { queue: name }, signal),
      (figures) => [
        h("div", { class: "tiles small" }, figureTiles(figures, PERIODS[period].length)),
        figureCharts(figures, { queue: name }),
      ],
      { every: 60_000, concerns: () => false },
    ),
    h("h2", {}, "Retries"),
    region(page, (signal) => retries(name, PERIODS[period].length, signal), charts, {
      every: 30_000,
      concerns: () => false,
    }),
  ];
}

async function load(name, signal) {
  const found = await call("queue", { at: { name }, signal });
  const policy = found.retryPolicy;
  const preview =
    policy === null
      ? null
      : await call("policy.preview", { body: { policy }, signal }).catch(missing);
  // Its own: other queues may have the same dead letter queue.
  const { matched } = found.deadLetterQueue
    ? await call("redrive.preview", { body: { filter: { source: name } }, signal })
    : { matched: 0 };
  return { ...found, preview, deadThere: matched };
}

/** A policy that cannot be previewed, such as a deleted one, must not hide the page. */
function missing(problem) {
  if (problem.status !== 400) {
    throw problem;
  }
  return null;
}

function standing(page, found) {
  const jobs = (state) => to(["jobs"], { queue: found.name, state });
  return [
    h(
      "div",
      { class: "headline" },
      h("h1", {}, found.name),
      badge(found.paused ? "paused" : "active"),
      h("div", { class: "buttons" }, pauseButton(page, found), settingsButton(page, found), deleteButton(page, found)),
    ),
    h(
      "div",
      { class: "tiles" },
      tile("waiting", count(found.waiting), { href: to(["jobs"], { queue: found.name }) }),
      tile("due", count(found.due), {
        note: found.oldestDueAt ? ["oldest ", when(found.oldestDueAt)] : "no job is late",
      }),
      tile("running", count(found.running), { href: jobs("RUNNING") }),
      tile("dead letters", count(found.deadThere + found.dead), {
        href: to(["dead-letters"], found.dead > 0 ? { queue: found.name } : { source: found.name }),
        tone: found.deadThere + found.dead > 0 ? "bad" : "",
        note: found.deadLetterQueue ? `in ${found.deadLetterQueue}` : "no dead letter queue",
      }),
    ),
    facts([
      ["Retry policy", policyWords(found.retryPolicy)],
      [
        "Dead letter queue",
        found.deadLetterQueue
          ? link(to(["queues", found.deadLetterQueue]), found.deadLetterQueue)
          : "none: jobs that are given up end as failed",
      ],
      [
        "Dead-lettered",
        found.deadLetterOn === "ALL"
          ? "all jobs that are given up"
          : "jobs whose retries or time are used up",
      ],
      ["Concurrency per worker", found.concurrency ?? "no limit"],
      [
        "Rate limit per worker",
        found.rate ? `${count(found.rate.starts)} starts per ${found.rate.per}` : "no limit",
      ],
      ["Settings changed", ...[momentAndWhen(found.changedAt)]],
    ]),
    h(
      "p",
      {},
      link(to(["failure-groups"], { queue: found.name }), "Failure groups"),
      " · ",
      link(jobs("FAILED"), "Failed jobs"),
      " · ",
      link(to(["dead-letters"], { source: found.name }), "Dead letters from this queue"),
    ),
    found.preview ? policy(found.preview) : null,
  ];
}

function policy(preview) {
  const shown = preview.retries.slice(0, SHOWN_DELAYS);
  return h(
    "details",
    { key: "policy" },
    h("summary", {}, "Policy and retry delays"),
    h("div", { class: "two" }, json(preview.policy), delays({ retries: shown })),
  );
}

async function retries(name, length, signal) {
  const end = Math.ceil(now() / HOUR) * HOUR;
  const period = {
    from: new Date(end - length).toISOString(),
    to: new Date(end).toISOString(),
  };
  const step = Math.ceil(length / HOUR / SLICES) + "h";
  const at = { name };
  const [metrics, patterns, series] = await Promise.all([
    call("queue.metrics", { at, query: period, signal }),
    call("queue.patterns", { at, query: period, signal }),
    call("stats.series", { query: { ...period, step, queue: name }, signal }),
  ]);
  return { metrics, patterns, points: series.points, day: length > 24 * HOUR };
}

function charts({ metrics, patterns, points, day }) {
  const attempts = Object.keys(patterns.countsByAttempt)
    .map(Number)
    .sort((a, b) => a - b);
  if (metrics.totalRetries === 0 && attempts.length === 0) {
    return emptyBox(
      "No retries in this period",
      "No job failed, or none ran. Try a longer period.",
    );
  }
  return [
    h(
      "div",
      { class: "tiles" },
      tile("retries", count(metrics.totalRetries)),
      tile("succeeded", count(metrics.successfulRetries), { tone: "good" }),
      tile("failed again", count(metrics.failedRetries), {
        tone: metrics.failedRetries > 0 ? "warn" : "",
      }),
      tile("success rate", metrics.totalRetries > 0 ? percent(metrics.retryRate) : "–"),
      tile("average delay", duration(metrics.avgRetryDelay * 1000)),
    ),
    columnChart({
      title: "Retries over time",
      series: OUTCOMES.slice(0, 2),
      columns: points.map((point) => ({
        label: day
          ? local(point.start).slice(5, 10)
          : clockTime(new Date(point.start)).slice(0, 5),
        title: `from ${local(point.start)}`,
        values: [point.successfulRetries, point.failedRetries],
      })),
    }),
    columnChart({
      title: "Outcomes by retry",
      series: OUTCOMES,
      columns: attempts.map((attempt) => {
        const ended = patterns.outcomesByAttempt[attempt] ?? {};
        return {
          label: attempt === 1 ? "first" : "retry " + (attempt - 1),
          title: attempt === 1 ? "attempt 1" : `attempt ${attempt}, retry ${attempt - 1}`,
          values: OUTCOMES.map(({ name }) => ended[name] ?? 0),
        };
      }),
    }),
  ];
}
