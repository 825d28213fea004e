// A part of a page that loads data and refreshes it.

import { isAbandoned } from "../api.js";
import { fill, h } from "../dom.js";
import { live } from "../live.js";
import { drawn } from "../place.js";
import { problemBox } from "./notice.js";

const DEFAULT_PERIOD = 10_000;
const CALM = 1_500;
const REST = 5; // times the duration of the last request

/**
 * Creates a region.
 *
 * @param page the page; its signal ends the region
 * @param load loads the data; gets a signal
 * @param render creates elements from the data
 * @param options every: refresh period in milliseconds, Infinity for never; concerns: which live changes also refresh;
 *     rest: the shortest time between two refreshes because of live changes
 */
export function region(page, load, render, { every = DEFAULT_PERIOD, concerns = () => true, rest = CALM } = {}) {
  const trouble = h("div", {});
  const content = h("div", { class: "content" }, h("p", { class: "faint loading" }, "Loading…"));
  const element = h("div", { class: "region" }, trouble, content);
  let shown = null;
  let asking = false;
  let again = false;
  let timer = null;
  let lastAsked = 0;
  let due = 0;
  let calm = rest;

  async function refresh() {
    if (page.signal.aborted) {
      return;
    }
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    clearTimeout(timer);
    lastAsked = Date.now();
    try {
      show(await load(page.signal));
    } catch (error) {
      failed(error);
    }
    calm = Math.max(rest, REST * (Date.now() - lastAsked));
    asking = false;
    const soon = again;
    again = false;
    plan(soon ? calm : typeof every === "function" ? every() : every);
  }

  function show(data) {
    const text = JSON.stringify(data);
    fill(trouble);
    if (text !== shown && !page.signal.aborted) {
      shown = text;
      fill(content, render(data));
      drawn();
    }
  }

  function failed(error) {
    if (isAbandoned(error) || page.signal.aborted) {
      return;
    }
    if (error.status === undefined) {
      console.error(error);
    }
    const others = [...document.querySelectorAll("h1")].some((each) => !trouble.contains(each));
    fill(trouble, problemBox(error, refresh, others ? "strong" : "h1"));
    if (shown === null) {
      fill(content);
    }
  }

  function plan(millis) {
    clearTimeout(timer);
    if (!page.signal.aborted && millis < Infinity) {
      due = Date.now() + millis;
      timer = setTimeout(() => (isLeftAlone() ? plan(millis) : refresh()), millis);
    }
  }

  /** Don't refresh hidden tabs, or lists that the user expanded with Show more. */
  function isLeftAlone() {
    return document.hidden || content.querySelector(".expanded") !== null;
  }

  function changed(event) {
    const wait = Math.max(50, calm - (Date.now() - lastAsked));
    // A continuous stream of changes must not postpone the refresh forever.
    if (concerns(event.detail) && Date.now() + wait < due) {
      plan(wait);
    }
  }

  live.addEventListener("change", changed, { signal: page.signal });
  document.addEventListener("visibilitychange", () => isLeftAlone() || every === Infinity || refresh(), {
    signal: page.signal,
  });
  page.signal.addEventListener("abort", () => clearTimeout(timer));
  page.onRefresh(refresh);
  refresh();
  return element;
}
