// Shell commands with a copy button.

import { h } from "../dom.js";
import { copied } from "./payload.js";

/** In running text, a command ends at a punctuation mark. */
const COMMAND = /(\.\/taskforge .+?)(?=[.,;:](?:\s|$)|$)/;

/** A command with a button that copies it. */
export function command(text) {
  return h(
    "span",
    { class: "command" },
    h("code", {}, text),
    " ",
    h(
      "button",
      { type: "button", class: "small", key: "copy " + text, onclick: () => copied(text) },
      "Copy",
    ),
  );
}

/** Text whose commands have a copy button. */
export function withCommands(text) {
  // The pattern has a group, so every other part is a command.
  return text.split(COMMAND).map((part, i) => (i % 2 === 1 ? command(part) : part));
}
