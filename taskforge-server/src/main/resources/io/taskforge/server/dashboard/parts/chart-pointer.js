// What a chart over time points at, by pointer or keyboard: a point, and the series of a stacked chart.

const NEAR = 3; // pixels beside a thin area

/** The chart that is pointed at. It is drawn again with new figures while the user reads it. */
let pointed = null;

/** Notes where a chart is pointed at, or with null that it no longer is. */
export function remember(svg, title, where) {
  if (where !== null) {
    pointed = { svg, title, ...where };
  } else if (pointed?.svg === svg) {
    pointed = null;
  }
}

/** Where the chart of that title, which a new one replaces, is pointed at: time and chosen series; or null. */
export function remembered(title) {
  return pointed?.title === title && pointed.svg.isConnected ? pointed : null;
}

/**
 * Returns the index of the stacked series at a height, or null above them all.
 *
 * @param values one per series, from the bottom
 * @param y returns the height of a value in pixels, from the top
 */
export function seriesAt(values, y, height) {
  let below = 0;
  const near = [];
  values.forEach((value, n) => {
    const low = y(below);
    below += value ?? 0;
    const high = y(below);
    if (value > 0 && height >= high - NEAR && height <= low + NEAR) {
      near.push({ n, size: low - high });
    }
  });
  return near.sort((a, b) => a.size - b.size)[0]?.n ?? null;
}

/**
 * Listens to the pointer and the arrow keys.
 *
 * @param points start and end of each
 * @param area from, to: the period; left, right: the margins; width, height: of the drawing
 * @param several the number of series to choose from with the keyboard; 0 for none
 * @param seriesAt the series at a point's index and a height
 * @param point called with the index of a point and of a series; null for none
 * @param start where it is pointed at first, or null
 * @param go opens a point of a series
 */
export function pointing(svg, { points, area, several, seriesAt, point, start, go }) {
  const { from, to, left, right, width, height } = area;
  let at = null;
  let chosen = null;
  const show = (i, n) => {
    at = i;
    chosen = n;
    point(i, n);
  };
  const nearest = (event) => {
    const box = svg.getBoundingClientRect();
    const time = from + ((((event.clientX - box.left) / box.width) * width - left) / (width - left - right)) * (to - from);
    const found = points.findIndex((each) => time < each.end);
    const i = found < 0 ? points.length - 1 : found;
    show(i, seriesAt(i, ((event.clientY - box.top) / box.height) * height));
  };
  svg.addEventListener("pointermove", nearest);
  svg.addEventListener("pointerleave", () => show(null, null));
  svg.addEventListener("blur", () => show(null, null));
  svg.addEventListener("click", (event) => {
    nearest(event);
    go(at, chosen);
  });
  svg.addEventListener("keydown", (event) => {
    const last = points.length - 1;
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const upwards = several > 0 ? { ArrowDown: -1, ArrowUp: 1 }[event.key] : undefined;
    if (sideways) {
      show(Math.min(last, Math.max(0, (at ?? last) + sideways)), chosen);
    } else if (upwards) {
      // Beyond the last series is the choice of none.
      const next = ((chosen ?? several) + upwards + several + 1) % (several + 1);
      show(at ?? last, next === several ? null : next);
    } else if (event.key === "Enter" && at !== null) {
      go(at, chosen);
    } else {
      return;
    }
    event.preventDefault();
  });
  if (start) {
    show(start.at, start.chosen);
  }
}
