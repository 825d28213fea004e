// Times relative to now, such as "in 3 s" or "4 min ago", which update every second.

import { h } from "../dom.js";
import { duration } from "../text.js";

const JUST_NOW = 1_000;
const SKEW_THAT_COUNTS = 2_000;
let skew = 0;

/** Records the difference between this machine's clock and the server's. */
export function noteServerTime(date) {
  const server = date ? Date.parse(date) : NaN;
  if (!Number.isNaN(server)) {
    const apart = server - Date.now();
    skew = Math.abs(apart) > SKEW_THAT_COUNTS ? apart : 0;
  }
}

/** Now, by the server's clock. */
export function now() {
  return Date.now() + skew;
}

/** A time relative to now, with the full time as its tooltip. */
export function when(iso) {
  if (!iso) {
    return h("span", { class: "faint" }, "–");
  }
  const time = h("time", { datetime: iso, title: whole(iso), class: "when" });
  time.textContent = relative(iso);
  return time;
}

/** A time in the user's time zone. */
export function moment(iso) {
  if (!iso) {
    return h("span", { class: "faint" }, "–");
  }
  return h("time", { datetime: iso, title: whole(iso) }, local(iso));
}

/** A time in both forms. */
export function momentAndWhen(iso) {
  return iso ? [moment(iso), " · ", when(iso)] : moment(iso);
}

export function local(iso) {
  const date = new Date(iso);
  const two = (number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return day + " " + clockTime(date);
}

export function clockTime(date) {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((number) => String(number).padStart(2, "0"))
    .join(":");
}

function whole(iso) {
  return local(iso) + " local time, " + iso;
}

function relative(iso) {
  const apart = Date.parse(iso) - now();
  if (Math.abs(apart) < JUST_NOW) {
    return "now";
  }
  const step = Math.abs(apart) < 600_000 ? 1_000 : 60_000;
  const rounded = Math.round(Math.abs(apart) / step) * step;
  return apart > 0 ? "in " + duration(rounded) : duration(rounded) + " ago";
}

setInterval(() => {
  for (const time of document.querySelectorAll("time.when")) {
    const text = relative(time.dateTime);
    if (time.textContent !== text) {
      time.textContent = text;
    }
  }
}, 1_000);
