// What to do about an alert: commands to copy, and links instead of API calls and files.

import { allows } from "../caller.js";
import { h, link } from "../dom.js";
import { withCommands } from "./command.js";

/** A call of the API that a page of the dashboard makes, or the file of a guide. */
const NAMED = /((?:PUT|GET) \/api\/v1\/[a-z-]+(?:\/[^\s.]+)?|docs\/guides\/[a-z-]+\.md)/;
const PAGES = { "alert-rules": "Alert rules", workers: "Workers" };

/** The text of an alert's advice. */
export function advice(text) {
  // The pattern has a group, so every other part is a name.
  return text.split(NAMED).map((part, i) => (i % 2 === 1 ? named(part) : withCommands(part)));
}

function named(text) {
  const guide = /([a-z-]+)\.md$/.exec(text)?.[1];
  if (guide) {
    const words = guide.replaceAll("-", " ");
    return [h("em", { title: text }, words.charAt(0).toUpperCase() + words.slice(1)), " (" + text + ")"];
  }
  const [, page] = / \/api\/v1\/([a-z-]+)/.exec(text);
  return PAGES[page] && allows("read", true) ? link("#/" + page, PAGES[page]) : h("code", {}, text);
}
