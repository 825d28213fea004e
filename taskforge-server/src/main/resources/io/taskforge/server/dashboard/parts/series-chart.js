// Charts of figures over time, as SVG: stacked areas or lines. Pointing at a chart, or the arrow keys, show
// the figures of a point; a click or Enter opens the jobs behind it, of the series pointed at.

import { h, s } from "../dom.js";
import { duration } from "../text.js";
import { niceStep, timeStep } from "./chart.js";
import { pointing, remember, remembered, seriesAt } from "./chart-pointer.js";
import { table } from "./table.js";
import { local } from "./time.js";

const HEIGHT = 125;
const LEFT = 54;
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 20;

/**
 * A chart over time.
 *
 * @param title heading
 * @param series name, tone; value: the value of a point, null for none; dashed; open: the link of a point of a stacked
 *     series, if it is not the chart's
 * @param points start and end in milliseconds, and what the series read
 * @param from start of the period, in milliseconds
 * @param to end of the period
 * @param format formats a value
 * @param stacked whether the series are parts of a whole
 * @param open returns the link of a point
 * @param links more links, below the chart
 * @param width of the drawing
 * @param marks what happened: at in milliseconds, tone and text
 */
export function seriesChart({ title, series, points, from, to, format, stacked, open, links, width, marks = [] }) {
  const values = points.map((point) => series.map(({ value }) => value(point)));
  const highest = Math.max(0, ...values.map((each) => (stacked ? sum(each) : Math.max(...each.map(number)))));
  const step = (format === duration ? timeStep : niceStep)(highest || 1, 3);
  const top = Math.max(step, Math.ceil(highest / step) * step);
  const x = (time) => LEFT + ((width - LEFT - RIGHT) * (Math.max(from, time) - from)) / (to - from);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / top);
  const shapes = stacked ? areas(series, points, values, x, y) : lines(series, points, values, x, y);
  const cursor = s("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM, x1: -9, x2: -9 });
  const svg = s(
    "svg",
    {
      viewBox: `0 0 ${width} ${HEIGHT}`,
      role: points.length > 0 ? "slider" : "img",
      "aria-label": title,
      tabindex: points.length > 0 ? 0 : null,
      "aria-valuemin": points.length > 0 ? 0 : null,
      "aria-valuemax": points.length > 0 ? points.length - 1 : null,
      "aria-valuenow": points.length > 0 ? points.length - 1 : null,
      "data-key": "chart " + title,
    },
    grid(top, step, width, y, format),
    axis(from, to, width, x),
    shapes,
    marks.map(({ at, tone, text: said }) =>
      s("line", { class: "mark " + tone, x1: x(at), x2: x(at), y1: TOP, y2: HEIGHT - BOTTOM }, s("title", {}, said)),
    ),
    cursor,
  );
  const legend = h("div", { class: "legend" });
  const say = (i, chosen) => {
    const each = i === null ? null : values[i];
    legend.replaceChildren(
      ...series.map(({ name, tone }, n) =>
        h(
          "span",
          { class: n === chosen ? "chosen" : null },
          h("i", { class: "swatch " + tone }),
          name,
          each === null ? "" : h("strong", {}, " " + (each[n] === null ? "–" : format(each[n]))),
        ),
      ),
      h("span", { class: "at" }, i === null ? "" : local(points[i].start).slice(5, 16)),
      ...(i === null ? [] : within(marks, points[i]).map((said) => h("span", { class: "said" }, said))),
    );
  };
  const point = (i, chosen) => {
    const middle = i === null ? -9 : (points[i].start + points[i].end) / 2;
    remember(svg, title, i === null ? null : { time: middle, chosen });
    cursor.setAttribute("x1", i === null ? -9 : x(middle));
    cursor.setAttribute("x2", i === null ? -9 : x(middle));
    if (i !== null) {
      const opens = series[chosen]?.open ? [`Enter opens ${series[chosen].name} jobs`] : [];
      svg.setAttribute("aria-valuenow", i);
      svg.setAttribute("aria-valuetext", text(points[i], series, values[i], format, [...within(marks, points[i]), ...opens]));
    }
    say(i, chosen);
  };
  say(null, null);
  if (points.length > 0) {
    const before = remembered(title);
    const found = before ? points.findIndex(({ start, end }) => before.time >= start && before.time < end) : -1;
    pointing(svg, {
      points,
      area: { from, to, left: LEFT, right: RIGHT, width, height: HEIGHT },
      several: stacked && series.length > 1 ? series.length : 0,
      seriesAt: (i, height) => (stacked ? seriesAt(values[i], y, height) : null),
      point,
      start: found < 0 ? null : { at: found, chosen: before.chosen },
      go: open ? (i, chosen) => (location.hash = (series[chosen]?.open ?? open)(points[i])) : () => {},
    });
  }
  return h(
    "figure",
    { class: "chart series" + (open ? " opens" : "") },
    h("figcaption", {}, title, legend),
    svg,
    points.length > 0
      ? figures(title, series, points, values, format)
      : h("p", { class: "faint" }, "No figures in this period yet."),
    links ? h("p", { class: "more" }, links) : null,
  );
}

function areas(series, points, values, x, y) {
  const below = points.map(() => 0);
  return series.map(({ tone }, n) => {
    const there = [];
    const back = [];
    points.forEach(({ start, end }, i) => {
      const low = below[i];
      below[i] += number(values[i][n]);
      there.push(`${x(start)},${y(below[i])}`, `${x(end)},${y(below[i])}`);
      back.unshift(`${x(end)},${y(low)}`, `${x(start)},${y(low)}`);
    });
    return points.length > 0
      ? s("polygon", { class: "area " + tone, points: [...there, ...back].join(" ") })
      : null;
  });
}

function lines(series, points, values, x, y) {
  return series.map(({ tone, dashed }, n) => {
    let path = "";
    let drawing = false;
    points.forEach(({ start, end }, i) => {
      const value = values[i][n];
      if (value !== null) {
        path += `${drawing ? "L" : "M"}${x((start + end) / 2).toFixed(1)},${y(value).toFixed(1)}`;
        path += drawing ? "" : "h0.01"; // a single point is visible, too
      }
      drawing = value !== null;
    });
    return path ? s("path", { class: `line ${tone}${dashed ? " dashed" : ""}`, d: path }) : null;
  });
}

function grid(top, step, width, y, format) {
  const drawn = [];
  for (let value = 0; value <= top + step / 2; value += step) {
    drawn.push(
      s("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }),
      s("text", { class: "axis", x: LEFT - 5, y: y(value) + 4, "text-anchor": "end" }, format(value)),
    );
  }
  return drawn;
}

function axis(from, to, width, x) {
  const days = to - from > 48 * 3_600_000;
  return [0.02, 0.5, 0.98].map((part, i) => {
    const time = from + (to - from) * part;
    const text = days ? local(time).slice(5, 10) : local(time).slice(11, 16);
    return s(
      "text",
      { class: "axis", x: x(time), y: HEIGHT - 5, "text-anchor": ["start", "middle", "end"][i] },
      text,
    );
  });
}

function figures(title, series, points, values, format) {
  const details = h("details", { key: "figures of " + title }, h("summary", {}, "Figures"));
  details.addEventListener("toggle", () => {
    if (details.open && details.children.length === 1) {
      const rows = points.map((point, i) => ({ point, values: values[i] })).reverse();
      details.append(
        table({
          caption: title,
          rows,
          columns: [
            { title: "From", cell: (row) => local(row.point.start) },
            ...series.map(({ name }, n) => ({
              title: name,
              figure: true,
              cell: (row) => (row.values[n] === null ? "–" : format(row.values[n])),
            })),
          ],
        }),
      );
    }
  });
  return details;
}

/** The texts of the marks of a point. */
function within(marks, { start, end }) {
  return marks.filter(({ at }) => at >= start && at < end).map((mark) => mark.text);
}

function text(point, series, values, format, said) {
  const parts = series.map(({ name }, n) => `${name} ${values[n] === null ? "none" : format(values[n])}`);
  return `${local(point.start)}: ${[...parts, ...said].join(", ")}`;
}

function number(value) {
  return value ?? 0;
}

function sum(values) {
  return values.reduce((a, b) => a + number(b), 0);
}
