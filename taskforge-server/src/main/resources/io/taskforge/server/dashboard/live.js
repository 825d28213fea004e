// Client of the server's event stream. It uses fetch, because EventSource cannot send an API key.
// A hidden tab disconnects: browsers allow few connections to one server.

import { isAbandoned, request } from "./api.js";
import { keyEvents } from "./key.js";

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/**
 * Dispatches "change" for each event, with its name and data, and "status" for the connection. Jobs are those of
 * the server that is asked; "changed" says that attempts have ended on any server, or that another process has enqueued jobs.
 */
export const live = new EventTarget();

let status = "off";
let abort = null;
let lastSeen = null;
let pause = FIRST_PAUSE;
let timer = null;

export function liveStatus() {
  return status;
}

export function startLive() {
  document.addEventListener("visibilitychange", reconnect);
  keyEvents.addEventListener("changed", () => {
    lastSeen = null;
    reconnect();
  });
  reconnect();
}

function reconnect() {
  clearTimeout(timer);
  abort?.abort();
  if (document.hidden) {
    say("off");
  } else {
    listen();
  }
}

async function listen() {
  const mine = new AbortController();
  abort = mine;
  say("connecting");
  try {
    const headers = { Accept: "text/event-stream" };
    if (lastSeen) {
      headers["Last-Event-ID"] = lastSeen;
    }
    const response = await request("events", { headers, signal: mine.signal });
    say("on");
    pause = FIRST_PAUSE;
    await read(response.body);
  } catch (error) {
    if (isAbandoned(error) || mine.signal.aborted) {
      return;
    }
    if (error.status === 401) {
      say("off");
      return; // a new key connects again
    }
  }
  if (!mine.signal.aborted) {
    say("off");
    timer = setTimeout(reconnect, pause);
    pause = Math.min(LONGEST_PAUSE, pause * 2);
  }
}

async function read(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop();
    blocks.forEach(tell);
  }
}

function tell(block) {
  const fields = {};
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name) {
      fields[name] = name === "data" && fields.data ? fields.data + "\n" + value : value;
    }
  }
  if (fields.id) {
    lastSeen = fields.id;
  }
  if (fields.data === undefined) {
    return;
  }
  let data;
  try {
    data = JSON.parse(fields.data);
  } catch {
    return;
  }
  live.dispatchEvent(new CustomEvent("change", { detail: { name: fields.event ?? "", data } }));
}

function say(now) {
  if (now !== status) {
    status = now;
    live.dispatchEvent(new Event("status"));
  }
}
