// Figures over time: what the overview and the pages of queues and tenants load, compare and draw.

import { call } from "../api.js";
import { ownTenant } from "../caller.js";
import { h, link, to } from "../dom.js";
import { count, duration, percent, rate } from "../text.js";
import { loadMarks } from "./marks.js";
import { seriesChart } from "./series-chart.js";
import { tile } from "./table.js";
import { now } from "./time.js";

const HOUR = 3_600_000;
const NO_MARKS = { marks: [], cut: false };

/** Length of each period, and of its points; the last hour is sampled by the server. */
export const PERIODS = {
  hour: { length: HOUR, name: "last hour" },
  day: { length: 24 * HOUR, step: "1h", name: "last day" },
  week: { length: 168 * HOUR, step: "3h", name: "last week" },
};

/** The links that choose a period. */
export function periodChoice(path, query, current, names = Object.keys(PERIODS)) {
  return h(
    "p",
    { class: "choices", role: "group", "aria-label": "Period" },
    names.map((name) =>
      h(
        "a",
        {
          class: "button small",
          href: to(path, { ...query, period: name }),
          "aria-current": name === current ? "true" : null,
        },
        PERIODS[name].name,
      ),
    ),
  );
}

/**
 * Loads the figures of a period, their total, and the total of the period before.
 *
 * @param where queue, type or tenant, as in the API; the last hour is of all jobs
 */
export async function loadFigures(period, where, signal) {
  const figures = await loadPoints(period, where, signal);
  // A tenant's charts have none: versions, queues and workers are shared by all.
  const marks = ownTenant() === null && !where.tenant ? await loadMarks(figures.from, figures.to, where.queue, signal) : NO_MARKS;
  return { ...figures, ...marks };
}

async function loadPoints(period, where, signal) {
  const { length, step } = PERIODS[period];
  const end = now();
  const times = (from, until) => ({
    from: new Date(from).toISOString(),
    to: new Date(until).toISOString(),
  });
  if (!step) {
    const [current, before] = await Promise.all([
      call("stats.load", { query: times(end - length, end), signal }),
      call("stats.load", { query: times(end - 2 * length, end - length), signal }),
    ]);
    return {
      from: end - length,
      to: end,
      points: current.points.map((point) => ({
        ...point,
        start: Date.parse(point.start),
        end: Date.parse(point.at),
      })),
      backlog: [],
      total: current.total,
      before: before.points.length > 0 ? before.total : null,
    };
  }
  // Whole hours; the current one is not over.
  const last = Math.ceil(end / HOUR) * HOUR;
  const [current, before, load] = await Promise.all([
    call("stats.series", { query: { ...times(last - length, last), step, ...where }, signal }),
    call("stats.series", {
      query: { ...times(last - 2 * length, last - length), step: length / HOUR + "h", ...where },
      signal,
    }),
    Object.keys(where).length > 0
      ? null
      : call("stats.load", { query: times(end - length, end), signal }),
  ]);
  const size = Number.parseInt(step) * HOUR;
  return {
    from: last - length,
    to: end,
    points: current.points
      .map((point) => ({ ...point, start: Date.parse(point.start) }))
      .filter(({ start }) => start < end)
      .map((point) => ({ ...point, end: Math.min(end, point.start + size) })),
    backlog: load?.backlog ?? null,
    total: current.total,
    before: before.total,
  };
}

const perSecond = (name) => (point) => point[name] / Math.max(1, (point.end - point.start) / 1000);
const millis = (name) => (point) => (point[name] === null ? null : point[name] * 1000);

/** The percentage of attempts that were retries; null without any attempts. */
export function retryRate({ started, totalRetries }) {
  return started > 0 ? (100 * totalRetries) / started : null;
}

/**
 * The charts of a period.
 *
 * @param figures from loadFigures
 * @param where filters for the jobs behind a point
 */
export function figureCharts({ points, backlog, marks, cut, from, to: end }, where) {
  const { columns, width } = layout();
  const { queue, ...others } = where;
  const ended = (state) => (point) => to(["jobs"], { ...where, state, ...endedIn(point), createdBefore: iso(point.end) });
  // Dead letters have left their queue.
  const dead = (point) => to(["dead-letters"], { ...others, source: queue, ...endedIn(point) });
  const waiting = (state) => to(["jobs"], { ...where, state });
  // Jobs retry now; of the past, only the failures are known.
  const retried = (point) =>
    point === points.at(-1) ? waiting("RETRYING") : to(["failure-groups"], { queue, tenant: where.tenant, from: iso(point.start) });
  const chart = (title, series, format, more = {}) =>
    seriesChart({ title, series, format, points, from, to: end, width, marks, open: ended(), ...more });
  const loads = backlog === null ? null : backlog.length > 0 ? steps(backlog) : points;
  // Due jobs are queued or wait for a retry.
  const due = () => ({
    points: loads,
    stacked: true,
    open: () => waiting("QUEUED"),
    links: [link(waiting("QUEUED"), "Queued jobs"), " · ", link(waiting("RETRYING"), "retrying jobs")],
  });
  const charts = h(
    "div",
    { class: "charts in-" + columns },
    chart(
      "Jobs per second",
      [
        { name: "succeeded", tone: "good", value: perSecond("succeeded"), open: ended("SUCCEEDED") },
        { name: "cancelled", tone: "off", value: perSecond("cancelled"), open: ended("CANCELLED") },
        { name: "failed", tone: "warn", value: perSecond("failed"), open: ended("FAILED") },
        { name: "dead", tone: "bad", value: perSecond("dead"), open: dead },
      ],
      rate,
      { stacked: true },
    ),
    chart("Wait", percentiles("waitP50", "waitP95"), duration),
    chart("Run time", percentiles("runTimeP50", "runTimeP95"), duration),
    chart("Retry rate", [{ name: "of attempts", tone: "warn", value: retryRate }], percent, { open: retried }),
    loads === null
      ? null
      : [
          chart("Backlog", [{ name: "due jobs", tone: "waits", value: ({ due }) => due ?? 0 }], count, due()),
          chart("Oldest due job", [{ name: "due for", tone: "waits", value: ({ oldestDue }) => (oldestDue ?? 0) * 1000 }], duration, due()),
        ],
  );
  return [charts, cut ? h("p", { class: "faint" }, "The charts mark only the latest events of this period.") : null];
}

function percentiles(median, high) {
  return [
    { name: "p50", tone: "runs", value: millis(median) },
    { name: "p95", tone: "waits", value: millis(high), dashed: true },
  ];
}

function steps(backlog) {
  return backlog.map((point, i) => ({
    ...point,
    start: i > 0 ? Date.parse(backlog[i - 1].at) : Date.parse(point.at) - 600_000,
    end: Date.parse(point.at),
  }));
}

function endedIn({ start, end }) {
  return { finishedFrom: iso(start), finishedBefore: iso(end) };
}

function iso(millis) {
  return new Date(millis).toISOString();
}

/** Three charts in a row, two or one: text in a chart is not scaled, so the width must be known. */
function layout() {
  const main = document.getElementById("main");
  const style = getComputedStyle(main);
  const room = main.clientWidth - Number.parseFloat(style.paddingLeft) * 2;
  const columns = room > 900 ? 3 : room > 560 ? 2 : 1;
  return { columns, width: Math.max(220, Math.floor((room - (columns - 1) * 12) / columns) - 26) };
}

/** Tiles of the period's totals, compared with the period before. */
export function figureTiles({ total, before, from, to: end }, length) {
  const seconds = Math.max(1, (Math.min(end - from, length) || length) / 1000);
  const ended = (figures) => figures.succeeded + figures.failed + figures.dead;
  const bad = (figures) =>
    ended(figures) > 0 ? (100 * (figures.failed + figures.dead)) / ended(figures) : null;
  const one = (name, read, format, badIf) => {
    const value = read(total);
    return tile(name, value === null ? "–" : format(value), {
      note: before === null ? "nothing to compare with yet" : compared(value, read(before), format),
      tone: badIf?.(value, before === null ? null : read(before)) ?? "",
    });
  };
  const worse = (least) => (value, old) => (value > least && old !== null && value > old * 1.5 ? "bad" : "");
  return [
    one("jobs per second", (figures) => ended(figures) / seconds, rate),
    one("failed or dead", bad, percent, worse(1)),
    one("retry rate", retryRate, percent, worse(5)),
    one("wait, p95", (figures) => figures.waitP95 && figures.waitP95 * 1000, duration, worse(5_000)),
    one("run time, p95", (figures) => figures.runTimeP95 && figures.runTimeP95 * 1000, duration, worse(1_000)),
  ];
}

/** "▲ 20 % from 1.5/s", in comparison with the period before. */
function compared(value, old, format) {
  if (value === null || old === null) {
    return old === null ? "none in the period before" : `before: ${format(old)}`;
  }
  const change = old > 0 ? Math.round((100 * (value - old)) / old) : null;
  if (change === null && value > 0) {
    return `▲ from ${format(old)}`;
  }
  if (change === null || Math.abs(change) < 1) {
    return `as before: ${format(old)}`;
  }
  const many = Math.abs(change) > 999 ? "" : ` ${Math.abs(change)} %`;
  return `${change > 0 ? "▲" : "▼"}${many} from ${format(old)}`;
}
