// What can be done about a failure group: owner and note, mute, redrive.

import { call } from "../api.js";
import { action } from "./actions.js";
import { startRedrive } from "./redrive-form.js";

/** The filter for the dead letters of a group that match the filters of a page. */
export function deadOf({ queue, tenant, from }, { fingerprint }) {
  return { failureGroup: fingerprint, source: queue, tenant, finishedFrom: from };
}

/** Redrives the dead letters of a group; null if there are none. */
export function redriveGroup(page, group) {
  const narrowed = ["queue", "tenant", "from"].some((name) => page.query[name]);
  return group.deadJobs > 0
    ? action(
        "Redrive",
        () =>
          startRedrive(
            { filter: deadOf(page.query, group) },
            narrowed ? "the filtered part of this failure group" : "this failure group",
          ),
        { page, key: "redrive " + group.fingerprint },
      )
    : null;
}

/** Replaces owner, note and mute, with optimistic locking. */
function put(page, group, { owner, note, muted }) {
  return call("failure-group.put", {
    at: { fingerprint: group.fingerprint },
    query: { tenant: page.query.tenant },
    body: { ...(owner ? { owner } : {}), ...(note ? { note } : {}), muted },
    headers: group.version > 0 ? { "If-Match": `"${group.version}"` } : { "If-None-Match": "*" },
  });
}

/** Buttons that change owner and note, and that mute the group or end that. */
export function noteButtons(page, group) {
  return [
    action(
      group.owner || group.note ? "Edit note" : "Assign",
      (values) => put(page, group, { ...values, muted: group.muted }).then(() => "Saved."),
      {
        page,
        key: "note " + group.fingerprint,
        question: {
          title: "Owner and note of this failure group",
          verb: "Save",
          fields: [
            { name: "owner", label: "Owner", value: group.owner ?? "", maxlength: 100, hint: "A person or a team. Leave empty to unassign." },
            { name: "note", label: "Note", rows: 4, value: group.note ?? "", hint: "Visible to others, such as a link to the ticket." },
          ],
        },
      },
    ),
    action(
      group.muted ? "Unmute" : "Mute",
      () =>
        put(page, group, { ...group, muted: !group.muted }).then(() =>
          group.muted ? "The group is listed again." : "Group muted. Find it on the Muted tab.",
        ),
      { page, key: "mute " + group.fingerprint },
    ),
  ];
}
