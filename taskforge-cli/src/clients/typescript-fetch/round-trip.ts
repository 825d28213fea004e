// Enqueues a job with the generated fetch client, works on it, and reads it back.

import { Configuration, Job, JobsApi, QueuesApi, WorkersApi } from "./index";

declare const process: { argv: string[]; exitCode: number };

function check(expected: boolean, found: unknown): void {
  if (!expected) {
    throw new Error(JSON.stringify(found));
  }
}

async function roundTrip(basePath: string): Promise<void> {
  const configuration = new Configuration({ basePath });
  await new QueuesApi(configuration).putQueue({
    name: "fetch",
    newQueue: {
      retryPolicy: { maxRetries: 2, backoff: { strategy: "fixed", delay: "30s" } },
      rate: { starts: 100, per: "1s" },
    },
  });

  const jobs = new JobsApi(configuration);
  const wanted = {
    newJob: {
      type: "fetch-round-trip",
      queue: "fetch",
      payload: { n: 1 },
      retryPolicy: "patient",
    },
    idempotencyKey: "fetch-1",
  };
  const enqueued = await jobs.enqueueJob(wanted);
  check(enqueued.state === "QUEUED", enqueued);
  check(enqueued.finishedAt === null && enqueued.lease === null, enqueued);
  check((await jobs.enqueueJob(wanted)).id === enqueued.id, enqueued);

  const workers = new WorkersApi(configuration);
  const claimed = await workers.claimJobs({
    newClaim: { worker: "fetch", types: ["fetch-round-trip"], queues: ["fetch"] },
  });
  const running = (await jobs.getJob({ id: enqueued.id })) as Job;
  check(running.lease?.worker === "fetch", claimed);
  await workers.completeLease({
    token: claimed.items[0].token,
    jobCompletion: { result: ["done"] },
  });

  const done = (await jobs.getJob({ id: enqueued.id })) as Job;
  check(done.state === "SUCCEEDED" && done.finishedAt instanceof Date, done);
  check(JSON.stringify(done.result) === '["done"]', done);
  const history = await jobs.getJobHistory({ id: done.id });
  check(history.items[0].failureKind === null && history.next === null, history);
}

roundTrip(process.argv[2]).catch((problem) => {
  console.error(problem);
  process.exitCode = 1;
});
