// A part of a page that shows something of the server, and keeps showing it as it is now.

import { isAbandoned } from "../api.js";
import { fill, h } from "../dom.js";
import { live } from "../live.js";
import { problemBox } from "./notice.js";

const USUAL_PERIOD = 10_000;
const CALM = 1_500;
const REST = 5; // times as long as the server took to answer

/**
 * Makes one.
 *
 * @param page what it is a part of: its signal ends it
 * @param load asks for what is to be shown; is given a signal
 * @param render makes elements of it
 * @param options every: how often to look, besides after changes; concerns: which changes count
 */
export function region(page, load, render, { every = USUAL_PERIOD, concerns = () => true } = {}) {
  const trouble = h("div", {});
  const content = h("div", { class: "content" }, h("p", { class: "faint loading" }, "Loading…"));
  const element = h("div", { class: "region" }, trouble, content);
  let shown = null;
  let asking = false;
  let again = false;
  let timer = null;
  let lastAsked = 0;
  let due = 0;
  let calm = CALM;

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
    calm = Math.max(CALM, REST * (Date.now() - lastAsked));
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
    }
  }

  function failed(error) {
    if (isAbandoned(error) || page.signal.aborted) {
      return;
    }
    if (error.status === undefined) {
      console.error(error);
    }
    fill(trouble, problemBox(error, refresh));
    if (shown === null) {
      fill(content);
    }
  }

  function plan(millis) {
    clearTimeout(timer);
    if (!page.signal.aborted) {
      due = Date.now() + millis;
      timer = setTimeout(() => (isLeftAlone() ? plan(millis) : refresh()), millis);
    }
  }

  /** What nobody sees need not be asked for; a list that was read on must not fall back. */
  function isLeftAlone() {
    return document.hidden || content.querySelector(".expanded") !== null;
  }

  function changed(event) {
    const wait = Math.max(50, calm - (Date.now() - lastAsked));
    // Changes that never end must not put it off for ever.
    if (concerns(event.detail) && Date.now() + wait < due) {
      plan(wait);
    }
  }

  live.addEventListener("change", changed, { signal: page.signal });
  document.addEventListener("visibilitychange", () => isLeftAlone() || refresh(), {
    signal: page.signal,
  });
  page.signal.addEventListener("abort", () => clearTimeout(timer));
  page.onRefresh(refresh);
  refresh();
  return element;
}
