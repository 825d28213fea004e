-- Times and durations are whole microseconds; times count from 1970-01-01T00:00:00Z.

-- One row per job, written once. Everything else names a job by its seq.
CREATE TABLE ${prefix}job (
  seq INTEGER PRIMARY KEY,
  id BLOB NOT NULL CHECK (length(id) = 16),
  queue TEXT NOT NULL,
  type TEXT NOT NULL,
  tenant TEXT NOT NULL,
  payload TEXT NOT NULL,
  priority INTEGER NOT NULL,
  guarantee TEXT NOT NULL CHECK (guarantee IN ('AT_LEAST_ONCE', 'AT_MOST_ONCE')),
  retry_policy TEXT,
  timeout_us INTEGER,
  deadline INTEGER,
  idempotency_key TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX ${prefix}job_id ON ${prefix}job (id);

CREATE UNIQUE INDEX ${prefix}job_key ON ${prefix}job (idempotency_key, tenant)
  WHERE idempotency_key IS NOT NULL;

-- One row per job that waits; its key is the order in which jobs are claimed.
CREATE TABLE ${prefix}ready (
  queue TEXT NOT NULL,
  priority INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  job_seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  lost_leases INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  first_started_at INTEGER,
  previous_delay_us INTEGER,
  PRIMARY KEY (queue, priority DESC, run_at, job_seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX ${prefix}ready_job ON ${prefix}ready (job_seq);

-- One row per claimed batch. Bit n of open says whether the batch's job n is still to be settled.
CREATE TABLE ${prefix}lease (
  token INTEGER PRIMARY KEY,
  worker TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  open BLOB NOT NULL
) STRICT;

-- The jobs of a claimed batch: written with the lease, never changed, so that settling one job
-- rewrites a few bytes of the lease and not the batch.
CREATE TABLE ${prefix}lease_batch (
  token INTEGER PRIMARY KEY,
  jobs BLOB NOT NULL
) STRICT;

-- One row: the latest fencing token that was given out.
CREATE TABLE ${prefix}fence (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  last_token INTEGER NOT NULL
) STRICT;

INSERT INTO ${prefix}fence (only, last_token) VALUES (1, 0);

-- One row per attempt that has ended, never changed.
CREATE TABLE ${prefix}attempt (
  job_seq INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  retry INTEGER NOT NULL,
  status TEXT NOT NULL,
  worker TEXT,
  scheduled_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER NOT NULL,
  duration_us INTEGER,
  failure_kind TEXT,
  error_type TEXT,
  message TEXT,
  stack_trace TEXT,
  delay_us INTEGER,
  next_run_at INTEGER,
  explanation TEXT,
  failures INTEGER NOT NULL,
  lost_leases INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  log TEXT,
  progress REAL,
  PRIMARY KEY (job_seq, attempt)
) STRICT, WITHOUT ROWID;

CREATE INDEX ${prefix}attempt_retry ON ${prefix}attempt (status)
  WHERE retry > 0 AND started_at IS NOT NULL;

-- One row per finished job.
CREATE TABLE ${prefix}finished (
  job_seq INTEGER PRIMARY KEY,
  job_id BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('SUCCEEDED', 'FAILED', 'DEAD', 'CANCELLED')),
  queue TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  lost_leases INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  result TEXT,
  dlq_reason TEXT,
  moved_from_queue TEXT,
  moved_at INTEGER
) STRICT;

CREATE INDEX ${prefix}finished_age ON ${prefix}finished (state, finished_at);

-- For lists of what went wrong. Successes are most of all jobs; their lists walk the jobs by id.
CREATE INDEX ${prefix}finished_unsuccessful ON ${prefix}finished (state, job_id)
  WHERE state <> 'SUCCEEDED';

-- Running jobs that somebody wants cancelled.
CREATE TABLE ${prefix}cancel_request (
  job_seq INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE ${prefix}queue (
  name TEXT PRIMARY KEY,
  retry_policy TEXT,
  dead_letter_queue TEXT,
  paused INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE ${prefix}worker (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  queues TEXT NOT NULL,
  types TEXT NOT NULL,
  concurrency INTEGER NOT NULL,
  running INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
