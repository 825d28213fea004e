// When alerts were open, on one time line: a row for each rule, a bar for each alert.

import { h, s } from "../dom.js";
import { clip } from "../text.js";
import { drawingWidth } from "./chart.js";
import { local, now } from "./time.js";

const LABEL_CHARACTER = 7; // pixels
const ROW = 22;
const BOTTOM = 20;
const LONGEST = 7 * 86_400_000;
const SHORTEST = 3_600_000;

/** The time line of these alerts: the last hour, or as long as they were raised ago, at most a week. */
export function alertHistory(alerts) {
  const to = now();
  const oldest = Math.min(...alerts.map(({ raisedAt }) => Date.parse(raisedAt)));
  const from = to - Math.min(LONGEST, Math.max(SHORTEST, to - oldest));
  const width = drawingWidth();
  const left = Math.min(170, Math.round(width * 0.35));
  const x = (time) => left + ((width - left) * (Math.min(to, Math.max(from, time)) - from)) / (to - from);
  const rows = [...new Set(alerts.map(({ rule }) => rule))].map((rule) => ({
    rule,
    alerts: alerts.filter((alert) => alert.rule === rule),
  }));
  const height = rows.length * ROW + BOTTOM;
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, "When alerts were open"),
    s(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "When alerts were open, by rule" },
      rows.map(({ rule, alerts: all }, i) => [
        s("line", { class: "grid", x1: left, x2: width, y1: (i + 1) * ROW, y2: (i + 1) * ROW }),
        s("text", { class: "axis", x: 0, y: i * ROW + 15 }, clip(rule, Math.floor(left / LABEL_CHARACTER))),
        all.map((alert) => bar(alert, i, x, to)),
      ]),
      (width > 500 ? [0, 0.5, 1] : [0, 1]).map((part) =>
        s(
          "text",
          {
            class: "axis",
            x: left + (width - left) * part,
            y: height - 5,
            "text-anchor": part === 0 ? "start" : part === 1 ? "end" : "middle",
          },
          local(from + (to - from) * part).slice(5, 16),
        ),
      ),
    ),
  );
}

function bar({ severity, queue, destination, raisedAt, resolvedAt }, i, x, to) {
  const start = x(Date.parse(raisedAt));
  const end = x(resolvedAt ? Date.parse(resolvedAt) : to);
  const ended = resolvedAt ? `resolved ${local(Date.parse(resolvedAt))}` : "open";
  return s(
    "rect",
    {
      class: "area " + (severity === "critical" ? "bad" : "warn"),
      x: start,
      y: i * ROW + 4,
      width: Math.max(2, end - start),
      height: ROW - 8,
    },
    s("title", {}, `${queue ?? destination}: raised ${local(Date.parse(raisedAt))}, ${ended}`),
  );
}
