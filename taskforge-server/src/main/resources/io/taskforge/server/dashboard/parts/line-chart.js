// Line charts as SVG, with optional bands around lines.

import { h, s } from "../dom.js";
import { count } from "../text.js";
import { drawingWidth } from "./chart.js";

const HEIGHT = 240;
const LEFT = 58;
const RIGHT = 10;
const TOP = 12;
const BOTTOM = 28;
const TICKS = 5;

/**
 * A line chart.
 *
 * @param title heading
 * @param lines name; points: [x, y] or, with a band, [x, y, lowest, highest]
 * @param limit name and y of a dashed line, or null
 * @param shade from and to of a shaded range of x, or null
 * @param formatX formats a value of x; formatY of y
 */
export function lineChart({ title, lines, limit = null, shade = null, formatX = count, formatY = count }) {
  const width = drawingWidth();
  const points = lines.flatMap((line) => line.points);
  const firstX = Math.min(...points.map(([x]) => x));
  const lastX = Math.max(firstX + 1e-9, ...points.map(([x]) => x));
  const highest = Math.max(1e-9, limit?.y ?? 0, ...points.map(([, y, , top]) => top ?? y)) * 1.05;
  const x = (value) => LEFT + ((value - firstX) / (lastX - firstX)) * (width - LEFT - RIGHT);
  const y = (value) => TOP + (1 - value / highest) * (HEIGHT - TOP - BOTTOM);
  return h(
    "figure",
    { class: "chart" },
    h(
      "figcaption",
      {},
      title,
      h(
        "span",
        { class: "legend" },
        lines.map(({ name }, i) => h("span", {}, h("i", { class: `swatch tone${i % 6}` }), name)),
      ),
    ),
    s(
      "svg",
      { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": title },
      shade
        ? s("rect", {
            class: "shade",
            x: x(Math.max(firstX, shade.from)),
            y: TOP,
            width: Math.max(0, x(Math.min(lastX, shade.to)) - x(Math.max(firstX, shade.from))),
            height: HEIGHT - TOP - BOTTOM,
          })
        : null,
      ticks(0, highest).map((value) => [
        s("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
        s("text", { class: "axis", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, formatY(value)),
      ]),
      ticks(firstX, lastX).map((value) =>
        s("text", { class: "axis", x: x(value), y: HEIGHT - 8, "text-anchor": "middle" }, formatX(value)),
      ),
      limit
        ? [
            s("line", { class: "limit", x1: LEFT, x2: width - RIGHT, y1: y(limit.y), y2: y(limit.y) }),
            s("text", { class: "axis", x: width - RIGHT, y: y(limit.y) - 5, "text-anchor": "end" }, limit.name),
          ]
        : null,
      lines.map((line, i) => [
        line.points[0]?.length === 4
          ? s("polygon", { class: `band tone${i % 6}`, points: band(line.points, x, y) })
          : null,
        s("polyline", {
          class: `curve tone${i % 6}`,
          points: line.points.map((point) => `${x(point[0])},${y(point[1])}`).join(" "),
        }),
      ]),
    ),
  );
}

function band(points, x, y) {
  const top = points.map(([at, , , high]) => `${x(at)},${y(high)}`);
  const bottom = points.map(([at, , low]) => `${x(at)},${y(low)}`).reverse();
  return [...top, ...bottom].join(" ");
}

/** Round numbers from one value to another. */
function ticks(from, to) {
  const rough = (to - from) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
  const values = [];
  for (let value = Math.ceil(from / step) * step; value <= to + step / 1000; value += step) {
    values.push(Math.round(value / step) * step);
  }
  return values;
}
