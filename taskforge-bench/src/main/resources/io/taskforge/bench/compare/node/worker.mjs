// A worker process for the peers on Node; it speaks the protocol of Worker.java.
import { createInterface } from 'node:readline';
import { performance } from 'node:perf_hooks';
import pg from 'pg';

const [, , name, url] = process.argv;
const BATCH = 1000;
const THREADS = 8;
const micros = () => Math.round((performance.timeOrigin + performance.now()) * 1000);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let work = newWork(0, 0);
let stop = async () => {};

function newWork(failures, pause) {
  return { failures, pause, done: 0, lastAt: 0, inFlight: 0, mostInFlight: 0, start: [], end: [] };
}

async function run(number, attempt) {
  const current = work;
  current.start.push(micros() - number);
  if (attempt <= current.failures) throw new Error('fails on purpose');
  if (current.pause > 0) {
    current.mostInFlight = Math.max(current.mostInFlight, ++current.inFlight);
    await sleep(current.pause);
    current.inFlight--;
  }
  current.end.push(micros() - number);
  current.done++;
  current.lastAt = micros();
}

async function graphile() {
  const { run: start, makeWorkerUtils, Logger } = await import('graphile-worker');
  const logger = new Logger(() => () => {});
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const client = await makeWorkerUtils({ pgPool: pool, logger });
  const options = (job) => ({
    maxAttempts: 5,
    ...(job.delay ? { runAt: new Date(Date.now() + job.delay * 1000) } : {}),
    ...(job.priority ? { priority: -job.priority } : {}),
  });
  return {
    create: () => client.migrate(),
    enqueue: (job) => client.addJob('bench', { n: job.number }, options(job)),
    enqueueAll: (jobs) =>
      client.addJobs(jobs.map((job) => ({ identifier: 'bench', payload: { n: job.number }, ...options(job) }))),
    async start(concurrency) {
      // A local queue is fastest for a drain; without one, NOTIFY starts a job on an idle worker at once.
      const idle = concurrency <= 10;
      const runner = await start({
        logger,
        noHandleSignals: true,
        taskList: { bench: (payload, helpers) => run(payload.n, helpers.job.attempts) },
        preset: {
          worker: {
            connectionString: url,
            concurrentJobs: concurrency,
            maxPoolSize: Math.min(concurrency, 24) + 1,
            pollInterval: 2000,
            localQueue: { size: idle ? -1 : Math.max(500, concurrency) },
            completeJobBatchDelay: idle ? -1 : 0,
            failJobBatchDelay: idle ? -1 : 0,
          },
        },
      });
      return () => runner.stop();
    },
  };
}

async function pgBoss() {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ connectionString: url, max: 12, useListenNotify: true, supervise: false, schedule: false });
  boss.on('error', (error) => console.error(error.message));
  let started = false;
  const ready = async () => {
    if (!started) await boss.start();
    started = true;
  };
  const options = (job) => ({
    ...(job.delay ? { startAfter: job.delay } : {}),
    ...(job.priority ? { priority: job.priority } : {}),
  });
  // With notifications pg-boss polls rarely, which helps latency and delays retries.
  const queues = ['bench', 'bench-notified'];
  let [queue] = queues;
  return {
    async create() {
      await ready();
      for (const name of queues) {
        const notify = name !== queue;
        await boss.createQueue(name, { retryLimit: 3, retryDelay: 0, retryBackoff: false, notify });
      }
    },
    notify: (on) => (queue = queues[on]),
    enqueue: (job) => ready().then(() => boss.send(queue, { n: job.number }, options(job))),
    enqueueAll: (jobs) =>
      ready().then(() => boss.insert(queue, jobs.map((job) => ({ data: { n: job.number }, ...options(job) })))),
    async start(concurrency) {
      await ready();
      const failed = new Set();
      const worked = queue;
      await boss.work(
        worked,
        {
          batchSize: Math.max(1, concurrency >> 1),
          localConcurrency: 2,
          pollingIntervalSeconds: 0.5,
          burstWhenBatchFull: true,
          perJobResults: work.failures > 0,
        },
        (jobs) =>
          Promise.all(
            jobs.map(async (job) => {
              try {
                await run(job.data.n, failed.has(job.id) ? 2 : 1);
                return { id: job.id, status: 'completed' };
              } catch (error) {
                failed.add(job.id);
                return { id: job.id, status: 'failed', output: { message: error.message } };
              }
            }),
          ),
      );
      return () => boss.offWork(worked);
    },
  };
}

const system = await (name === 'pg-boss' ? pgBoss() : graphile());

function job(options, i) {
  return {
    number: micros(),
    delay: options.delay ?? 0,
    priority: options.priorities ? i % options.priorities : 0,
  };
}

async function timed(action) {
  const start = performance.now();
  await action();
  return { seconds: (performance.now() - start) / 1000 };
}

function parallel(next) {
  let i = 0;
  return Promise.all(
    Array.from({ length: THREADS }, async () => {
      for (let one = await next(i++); one; one = await next(i++)) await system.enqueue(one);
    }),
  );
}

function paced(options) {
  const start = micros();
  return async (i) => {
    const due = options.rate ? start + Math.round((i * 1e6) / options.rate) : micros();
    if (due > start + options.seconds * 1e6) return null;
    if (due > micros()) await sleep((due - micros()) / 1000);
    // A timer of Node is up to 1 ms late; only a job that another one delayed counts from its due time.
    return { number: micros() - due < 2000 ? micros() : due };
  };
}

function quantiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q) => (sorted.length ? Math.max(0, sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)]) / 1000 : 0);
  return { p50: at(0.5), p99: at(0.99) };
}

// Quantiles are sorted only at the end: state is asked many times a second.
function state(full) {
  const { done, lastAt, mostInFlight } = work;
  return full
    ? { done, lastAt, mostInFlight, start: quantiles(work.start), end: quantiles(work.end) }
    : { done, lastAt, mostInFlight };
}

const commands = {
  create: async () => ((await system.create()), {}),
  notify: async (o) => (system.notify?.(o.on), {}),
  enqueue: (o) =>
    timed(async () => {
      for (let i = 0; i < o.jobs; i += BATCH) {
        const size = Math.min(BATCH, o.jobs - i);
        await system.enqueueAll(Array.from({ length: size }, (_, k) => job(o, i + k)));
      }
    }),
  single: (o) => timed(() => parallel(async (i) => (i < o.jobs ? job(o, i) : null))),
  produce: (o) => timed(() => parallel(paced(o))),
  async start(o) {
    work = newWork(o.failures ?? 0, o.pause ?? 0);
    stop = await system.start(o.concurrency);
    return {};
  },
  async stop() {
    await stop();
    stop = async () => {};
    return state(true);
  },
  state: async () => state(false),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(' ');
  const options = Object.fromEntries(words.map((word) => word.split('=')).map(([k, v]) => [k, Number(v)]));
  let answer;
  try {
    answer = await commands[command](options);
  } catch (error) {
    console.error(error);
    answer = { error: String(error) };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
process.exit(0);
