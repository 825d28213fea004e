// Buttons that do something on the server.

import { allows } from "../caller.js";
import { h } from "../dom.js";
import { ask } from "./dialog.js";
import { news, trouble } from "./notice.js";

/**
 * A button that does something at once, or after a question.
 *
 * @param label what it says
 * @param act does it; may return a sentence that says what was done
 * @param options question: asked before, see ask; danger; key; page: refreshed afterwards; needs:
 *     the scope without which there is no button
 */
export function action(
  label,
  act,
  { question, danger, key, page, disabled, needs = "write", small = true } = {},
) {
  if (!allows(needs)) {
    return null;
  }
  const button = h(
    "button",
    {
      type: "button",
      class: [danger ? "danger" : "", small ? "small" : ""].join(" ").trim(),
      key: key ?? label,
      disabled,
      onclick: clicked,
    },
    label,
  );

  async function clicked() {
    button.disabled = true;
    try {
      if (question) {
        const asked = typeof question === "function" ? question() : question;
        await ask({ verb: label, danger, ...asked }, perform);
      } else {
        await perform({});
      }
    } catch (error) {
      trouble(error);
    } finally {
      button.disabled = Boolean(disabled);
    }
  }

  async function perform(values) {
    const said = await act(values);
    if (said) {
      news(said);
    }
    page?.refresh();
  }

  return button;
}
