// Enqueues a job with fetch and the types of openapi-typescript, and reads it back.

import type { components, paths } from "./openapi";

declare const process: { argv: string[]; exitCode: number };

type NewJob = components["schemas"]["NewJob"];
type Enqueued = paths["/api/v1/jobs"]["post"]["responses"]["201"]["content"]["application/json"];
type Job = components["schemas"]["Job"];

function check(expected: boolean, found: unknown): void {
  if (!expected) {
    throw new Error(JSON.stringify(found));
  }
}

async function roundTrip(base: string): Promise<void> {
  const wanted: NewJob = { type: "types-round-trip", payload: null, delay: "1h" };
  const answer = await fetch(base + "/api/v1/jobs", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(wanted),
  });
  const enqueued: Enqueued = await answer.json();
  const read: Job = await (await fetch(`${base}/api/v1/jobs/${enqueued.id}`)).json();
  const worker: string | undefined = read.lease?.worker;
  check(read.state === "QUEUED" && worker === undefined && read.timeout === null, read);
}

roundTrip(process.argv[2]).catch((problem) => {
  console.error(problem);
  process.exitCode = 1;
});
