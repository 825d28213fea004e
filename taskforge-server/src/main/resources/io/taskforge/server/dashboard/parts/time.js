// Times relative to now, such as "in 3 s" or "4 min ago", which update every second.

import { h } from "../dom.js";
import { pref } from "../prefs.js";
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
  time.textContent = text(time);
  return time;
}

/** How long ago a time was, for what is still going on: "12 s so far". */
export function soFar(iso) {
  const time = h("time", { datetime: iso, title: "since " + whole(iso), class: "when so-far" });
  time.textContent = text(time);
  return time;
}

/** A time in the zone that the user chose. */
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

/** A date and time in the zone that the user chose: "2030-01-31 12:00:00". */
export function local(iso) {
  const date = inZone(iso);
  const day = date.toISOString().slice(0, 10);
  return day + " " + date.toISOString().slice(11, 19);
}

/** A time as the value of an input, in the chosen zone; empty if it is none. */
export function toInput(iso) {
  return Number.isNaN(Date.parse(iso)) ? "" : inZone(iso).toISOString().slice(0, 19);
}

/** The time that a user has entered in the chosen zone. */
export function fromInput(value) {
  return new Date(pref("zone") === "UTC" ? value + "Z" : value).toISOString();
}

export function clockTime(date) {
  return inZone(date).toISOString().slice(11, 19);
}

/** The name of the zone in which times are shown. */
export function zoneName() {
  return pref("zone") === "UTC" ? "UTC" : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A date whose UTC fields are the time in the chosen zone. */
function inZone(time) {
  const date = new Date(time);
  return pref("zone") === "UTC"
    ? date
    : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
}

function whole(iso) {
  return `${local(iso)} ${zoneName()}, ${iso}`;
}

/** The text of an element of when() or soFar(). */
function text(time) {
  const apart = Date.parse(time.dateTime) - now();
  const step = Math.abs(apart) < 600_000 ? 1_000 : 60_000;
  const rounded = Math.round(Math.abs(apart) / step) * step;
  if (time.classList.contains("so-far")) {
    return duration(apart > 0 ? 0 : rounded) + " so far";
  }
  if (Math.abs(apart) < JUST_NOW) {
    return "now";
  }
  return apart > 0 ? "in " + duration(rounded) : duration(rounded) + " ago";
}

setInterval(() => {
  for (const time of document.querySelectorAll("time.when")) {
    const current = text(time);
    if (time.textContent !== current) {
      time.textContent = current;
    }
  }
}, 1_000);
