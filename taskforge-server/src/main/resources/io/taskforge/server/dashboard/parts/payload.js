// JSON and other long text.

import { h } from "../dom.js";
import { count } from "../text.js";
import { news, trouble } from "./notice.js";

const SHOWN_AT_ONCE = 20_000;

/** JSON, indented. */
export function json(value) {
  return longText(JSON.stringify(value, null, 2));
}

/** Text in a box with a copy button; very long text is cut until the user asks for all of it. */
export function longText(text) {
  const whole = String(text);
  const code = h("code", {}, whole.slice(0, SHOWN_AT_ONCE));
  const copy = h(
    "button",
    { type: "button", class: "small copy", onclick: () => copied(whole) },
    "Copy",
  );
  const box = h("div", { class: "long-text" }, h("pre", { tabindex: "0" }, code), copy);
  if (whole.length > SHOWN_AT_ONCE) {
    const rest = h(
      "button",
      {
        type: "button",
        class: "small",
        onclick: () => {
          code.textContent = whole;
          rest.remove();
        },
      },
      `Show all ${count(whole.length)} characters`,
    );
    box.append(rest);
  }
  return box;
}

/** Copies text to the clipboard and shows a message. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    news("Copied.");
  } catch {
    trouble({
      title: "Not copied",
      message: "The browser did not allow it. Select the text and copy it.",
    });
  }
}

/** The error of a job's latest failed attempt. */
export function lastError(error) {
  return h(
    "section",
    { class: "box problem" },
    h("strong", {}, `Last error: ${error.type} (${error.kind.toLowerCase()})`),
    longText(error.message),
  );
}
