// Links to queues.

import { allows } from "../caller.js";
import { link, to } from "../dom.js";

/** A link to a queue, or for a tenant to its own jobs in that queue. */
export function queueLink(name) {
  return link(allows("read", true) ? to(["queues", name]) : to(["jobs"], { queue: name }), name);
}
