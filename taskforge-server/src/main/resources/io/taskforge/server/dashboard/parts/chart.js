// Stacked column charts as SVG, with the figures as a table.

import { h, s } from "../dom.js";
import { count } from "../text.js";
import { table } from "./table.js";

const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 30;

/**
 * A stacked column chart.
 *
 * @param title heading
 * @param series name and tone of each part of a column
 * @param columns label; title: for the table; values: one per series
 * @param format formats a value
 */
export function columnChart({ title, series, columns, format = count }) {
  const width = drawingWidth();
  const highest = Math.max(1, ...columns.map((column) => sum(column.values)));
  const step = niceStep(highest, 4, 1);
  const top = Math.ceil(highest / step) * step;
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const slot = (width - LEFT - RIGHT) / columns.length;
  const lines = [];
  for (let value = 0; value <= top + step / 2; value += step) {
    lines.push(
      s("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
      s(
        "text",
        { class: "axis", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" },
        format(value),
      ),
    );
  }
  const every = Math.ceil(columns.length / Math.max(3, Math.floor(width / 60)));
  const bars = columns.map((column, i) =>
    s(
      "g",
      {},
      s("title", {}, tip(column, series, format)),
      s("rect", {
        class: "slot",
        x: LEFT + i * slot,
        y: TOP,
        width: slot,
        height: HEIGHT - TOP - BOTTOM,
      }),
      stack(column, series, LEFT + i * slot + slot * 0.15, Math.min(64, slot * 0.7), slot * 0.7, y),
      i % every === 0
        ? s(
            "text",
            { class: "axis", x: LEFT + (i + 0.5) * slot, y: HEIGHT - 10, "text-anchor": "middle" },
            column.label,
          )
        : null,
    ),
  );
  return h(
    "figure",
    { class: "chart" },
    h("figcaption", {}, title, legend(series)),
    s("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": title }, lines, bars),
    figures(title, series, columns, format),
  );
}

/** The available width, so that text in a chart is not scaled. */
export function drawingWidth() {
  return Math.max(280, document.getElementById("main").clientWidth - 84);
}

function stack(column, series, left, width, room, y) {
  let below = 0;
  return column.values.map((value, i) => {
    const from = below;
    below += value;
    return value > 0
      ? s("rect", {
          class: "bar " + series[i].tone,
          x: left + (room - width) / 2,
          width,
          y: y(below),
          height: Math.max(1, y(from) - y(below)),
        })
      : null;
  });
}

function tip(column, series, format) {
  const parts = column.values.map((value, i) => `${series[i].name}: ${format(value)}`);
  return [column.title ?? column.label, ...parts].join("\n");
}

function legend(series) {
  return h(
    "span",
    { class: "legend" },
    series.map(({ name, tone }) => h("span", {}, h("i", { class: "swatch " + tone }), name)),
  );
}

function figures(title, series, columns, format) {
  return h(
    "details",
    { key: "figures of " + title },
    h("summary", {}, "Figures"),
    table({
      caption: title,
      rows: columns,
      columns: [
        { title: "At", cell: (column) => column.title ?? column.label },
        ...series.map(({ name }, i) => ({
          title: name,
          figure: true,
          cell: (column) => format(column.values[i]),
        })),
      ],
    }),
  );
}

function sum(values) {
  return values.reduce((a, b) => a + b, 0);
}

/** The distance between grid lines of durations: whole seconds, minutes, hours or days. */
export function timeStep(highest, lines) {
  const seconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400];
  return highest < 3_000
    ? niceStep(highest || 1, lines)
    : (seconds.map((each) => each * 1_000).find((each) => each >= highest / lines) ??
        Math.ceil(highest / lines / 86_400_000) * 86_400_000);
}

/** The distance between grid lines, at round numbers. */
export function niceStep(highest, lines = 4, least = 0) {
  const rough = highest / lines;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, least)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
}
