// A small column chart for a table cell: figures of the last hours.

import { s } from "../dom.js";
import { count, plural } from "../text.js";

const WIDTH = 72;
const HEIGHT = 24;

/** One column per hour, the last ends now. */
export function spark(hours) {
  const highest = Math.max(1, ...hours);
  const slot = WIDTH / hours.length;
  const total = hours.reduce((sum, value) => sum + value, 0);
  return s(
    "svg",
    {
      class: "spark",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${count(total)} in the last ${plural(hours.length, "hour")}, ${count(hours.at(-1))} in the last hour`,
    },
    s("line", { class: "grid", x1: 0, x2: WIDTH, y1: HEIGHT - 0.5, y2: HEIGHT - 0.5 }),
    hours.map((value, i) => {
      const height = value > 0 ? Math.max(2, (value / highest) * (HEIGHT - 2)) : 0;
      const ago = hours.length - i;
      return s(
        "rect",
        { class: "area bad", x: i * slot + 0.5, y: HEIGHT - height, width: slot - 1, height },
        s("title", {}, `${count(value)} ${ago === 1 ? "in the last hour" : `${ago - 1} to ${ago} hours ago`}`),
      );
    }),
  );
}
