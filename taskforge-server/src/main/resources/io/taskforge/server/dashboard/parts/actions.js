// Buttons that change something on the server.

import { allows } from "../caller.js";
import { h } from "../dom.js";
import { ask } from "./dialog.js";
import { news, trouble } from "./notice.js";

/**
 * A button that performs an action, optionally after a dialog.
 *
 * @param label the button's text
 * @param act performs the action; may return a message for the user
 * @param options question: dialog to confirm, see ask; danger; key; page: refreshed afterwards;
 *     title: tooltip, such as why it is disabled; needs: required scope, without which there is no button
 */
export function action(
  label,
  act,
  { question, danger, key, page, disabled, title, needs = "write", small = true } = {},
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
      title,
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
