// Links to queues.

import { link, to } from "../dom.js";

export function queueLink(name) {
  return link(to(["queues", name]), name);
}
