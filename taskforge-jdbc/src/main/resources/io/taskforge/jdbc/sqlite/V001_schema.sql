-- Times and durations are whole microseconds; times count from 1970-01-01T00:00:00Z. The CHECK
-- constraints enforce the rules of JobState and Transition that concern a single row. The statements
-- ensure that a job is in exactly one of ready, lease_batch and finished by moving it in one
-- transaction.

-- Jobs as they were enqueued. Rows are inserted once and never updated. Other tables refer to a job by
-- its seq.
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
  schedule TEXT,
  lane_key TEXT NOT NULL DEFAULT '',
  -- The W3C traceparent of the enqueuing span, and after a space its tracestate, if it has one.
  trace_context TEXT,
  tags TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX ${prefix}job_id ON ${prefix}job (id);

CREATE UNIQUE INDEX ${prefix}job_key ON ${prefix}job (idempotency_key, tenant)
  WHERE idempotency_key IS NOT NULL;

-- The runs of a schedule; they are kept after the schedule is deleted.
CREATE INDEX ${prefix}job_schedule ON ${prefix}job (tenant, schedule, id)
  WHERE schedule IS NOT NULL;

-- For lists and counts of one tenant, which must not read the other tenants' jobs. The default tenant is
-- excluded, so an installation without other tenants has no index to maintain.
CREATE INDEX ${prefix}job_tenant ON ${prefix}job (tenant, id) WHERE tenant <> 'default';

-- Jobs by tag. The triggers keep it; they do nothing for jobs without tags. job.tags has the tags with
-- spaces between them.
CREATE TABLE ${prefix}job_tag (
  tag TEXT NOT NULL,
  job_id BLOB NOT NULL,
  job_seq INTEGER NOT NULL,
  PRIMARY KEY (tag, job_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ${prefix}job_tagged AFTER INSERT ON ${prefix}job WHEN new.tags IS NOT NULL
BEGIN
  INSERT INTO ${prefix}job_tag (tag, job_id, job_seq)
  SELECT value, new.id, new.seq
  FROM json_each('["' || replace(new.tags, ' ', '","') || '"]'); END;

CREATE TRIGGER ${prefix}job_untagged AFTER DELETE ON ${prefix}job WHEN old.tags IS NOT NULL
BEGIN
  DELETE FROM ${prefix}job_tag
  WHERE job_id = old.id
    AND tag IN (SELECT value FROM json_each('["' || replace(old.tags, ' ', '","') || '"]')); END;

-- One row per waiting job: RETRYING if it has failures or lost leases, else QUEUED. A claim deletes it.
-- The key is the order in which jobs are claimed: by lane (queue, priority, tenant, type, lane_key),
-- then by time. A claim reads lanes of its own types and never jobs that no handler of the worker can
-- run. attempt is the
-- number of the latest history entry. unstarted is the number of entries that never started; the others
-- are attempts. earlier is the number of attempts before the latest redrive.
CREATE TABLE ${prefix}ready (
  queue TEXT NOT NULL,
  priority INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  lane_key TEXT NOT NULL DEFAULT '',
  run_at INTEGER NOT NULL,
  job_seq INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  unstarted INTEGER NOT NULL DEFAULT 0,
  earlier INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL,
  lost_leases INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  first_started_at INTEGER,
  previous_delay_us INTEGER,
  PRIMARY KEY (queue, priority DESC, tenant, type, lane_key, run_at, job_seq),
  CONSTRAINT ready_number CHECK (
    unstarted BETWEEN 0 AND attempt AND earlier BETWEEN 0 AND attempt - unstarted),
  CONSTRAINT ready_counters CHECK (failures >= 0 AND lost_leases >= 0 AND interruptions >= 0),
  CONSTRAINT ready_retrying CHECK (failures + lost_leases = 0 OR attempt > 0)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX ${prefix}ready_job ON ${prefix}ready (job_seq);

-- One row per claimed batch; token is the fencing token. Bit n of open is set while job n of the batch
-- is not settled. A lease without open jobs is deleted.
CREATE TABLE ${prefix}lease (
  token INTEGER PRIMARY KEY,
  worker TEXT NOT NULL,
  claimed_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  open BLOB NOT NULL,
  CONSTRAINT lease_open CHECK (length(open) > 0)
) STRICT;

-- The jobs of a claimed batch. Written with the lease and never updated: settling one job rewrites a few
-- bytes of the lease, not the batch.
CREATE TABLE ${prefix}lease_batch (
  token INTEGER PRIMARY KEY,
  jobs BLOB NOT NULL
) STRICT;

-- One row: the latest fencing token.
CREATE TABLE ${prefix}fence (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  last_token INTEGER NOT NULL
) STRICT;

INSERT INTO ${prefix}fence (only, last_token) VALUES (1, 0);

-- The history: one row per entry, never updated. queue, type and tenant repeat the job's, so that
-- statistics need no join.
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
  queue TEXT,
  type TEXT,
  tenant TEXT,
  fingerprint TEXT,
  worker_version TEXT,
  unstarted INTEGER NOT NULL DEFAULT 0,
  earlier INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (job_seq, attempt),
  CONSTRAINT attempt_status CHECK (
    status IN ('SUCCEEDED', 'FAILED', 'LOST', 'INTERRUPTED', 'SNOOZED', 'CANCELLED')),
  CONSTRAINT attempt_number CHECK (
    attempt > 0 AND unstarted BETWEEN 0 AND attempt AND earlier BETWEEN 0 AND attempt - unstarted),
  CONSTRAINT attempt_started CHECK (
    (started_at IS NULL) = (duration_us IS NULL)
    AND (status <> 'SUCCEEDED' OR started_at IS NOT NULL)),
  CONSTRAINT attempt_next_run CHECK (
    (delay_us IS NULL) = (next_run_at IS NULL)
    AND (status <> 'SUCCEEDED' OR next_run_at IS NULL)),
  CONSTRAINT attempt_failure CHECK (
    (failure_kind IS NULL) + (error_type IS NULL) + (message IS NULL) + (fingerprint IS NULL)
      IN (0, 4)
    AND (status <> 'SUCCEEDED' OR error_type IS NULL))
) STRICT, WITHOUT ROWID;

-- The next two indexes exclude attempts that succeeded at once. Those are the majority, and indexes for
-- failure statistics do not slow them down.
CREATE INDEX ${prefix}attempt_trouble
  ON ${prefix}attempt (queue, finished_at, retry, status, started_at, delay_us)
  WHERE retry > 0 OR status = 'FAILED';

CREATE INDEX ${prefix}attempt_failure
  ON ${prefix}attempt (fingerprint, finished_at, queue, tenant, worker_version)
  WHERE fingerprint IS NOT NULL;

-- Statistics: history entries by the hour in which they ended, counted when they are written. They are
-- kept when the entries are deleted. hour is the number of the hour since 1970-01-01T00:00:00Z, category
-- is a code of AttemptCategory. Sums of microseconds are floating point, which cannot overflow.
CREATE TABLE ${prefix}statistics (
  hour INTEGER NOT NULL,
  queue TEXT NOT NULL,
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  category INTEGER NOT NULL,
  count INTEGER NOT NULL,
  run_us REAL NOT NULL,
  delay_us REAL NOT NULL,
  PRIMARY KEY (hour, queue, tenant, type, category)
) STRICT, WITHOUT ROWID;

CREATE INDEX ${prefix}statistics_queue ON ${prefix}statistics (queue, hour);

CREATE INDEX ${prefix}statistics_tenant ON ${prefix}statistics (tenant, hour);

-- The same by the day (UTC), for periods of weeks and months; hour is the first hour of the day.
CREATE TABLE ${prefix}statistics_day (
  hour INTEGER NOT NULL,
  queue TEXT NOT NULL,
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  category INTEGER NOT NULL,
  count INTEGER NOT NULL,
  run_us REAL NOT NULL,
  delay_us REAL NOT NULL,
  PRIMARY KEY (hour, queue, tenant, type, category)
) STRICT, WITHOUT ROWID;

CREATE INDEX ${prefix}statistics_day_queue ON ${prefix}statistics_day (queue, hour);

CREATE INDEX ${prefix}statistics_day_tenant ON ${prefix}statistics_day (tenant, hour);

-- One row per finished job. A DEAD job that is cancelled keeps its dead letter data.
CREATE TABLE ${prefix}finished (
  job_seq INTEGER PRIMARY KEY,
  job_id BLOB NOT NULL,
  state TEXT NOT NULL,
  queue TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  unstarted INTEGER NOT NULL DEFAULT 0,
  earlier INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL,
  lost_leases INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  result TEXT,
  dlq_reason TEXT,
  moved_from_queue TEXT,
  moved_at INTEGER,
  CONSTRAINT finished_state CHECK (state IN ('SUCCEEDED', 'FAILED', 'DEAD', 'CANCELLED')),
  CONSTRAINT finished_number CHECK (
    attempt > 0 AND unstarted BETWEEN 0 AND attempt AND earlier BETWEEN 0 AND attempt - unstarted),
  CONSTRAINT finished_counters CHECK (failures >= 0 AND lost_leases >= 0 AND interruptions >= 0),
  CONSTRAINT finished_result CHECK (result IS NULL OR state IN ('SUCCEEDED', 'CANCELLED')),
  CONSTRAINT finished_dead_letter CHECK (
    CASE (dlq_reason IS NULL) + (moved_from_queue IS NULL) + (moved_at IS NULL)
      WHEN 0 THEN state IN ('DEAD', 'CANCELLED')
      WHEN 3 THEN state <> 'DEAD'
      ELSE 0 END)
) STRICT;

CREATE INDEX ${prefix}finished_age ON ${prefix}finished (state, finished_at);

-- For lists of unsuccessful jobs. Most jobs succeed; lists of successful jobs read the jobs by id.
CREATE INDEX ${prefix}finished_unsuccessful ON ${prefix}finished (state, job_id)
  WHERE state <> 'SUCCEEDED';

-- Stays of jobs in dead letter queues that have ended. entry is the history entry with which the stay
-- began.
CREATE TABLE ${prefix}dead_letter_stay (
  job_seq INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  dlq_reason TEXT NOT NULL,
  moved_from_queue TEXT NOT NULL,
  dead_letter_queue TEXT NOT NULL,
  moved_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  ended_how TEXT NOT NULL CHECK (ended_how IN ('REDRIVEN', 'DELETED')),
  ended_by TEXT,
  end_reason TEXT,
  PRIMARY KEY (job_seq, entry)
) STRICT, WITHOUT ROWID;

-- Running jobs whose cancellation was requested.
CREATE TABLE ${prefix}cancel_request (
  job_seq INTEGER PRIMARY KEY
) STRICT;

-- Settings of queues. A queue without a row has the defaults. Limits apply to each worker.
CREATE TABLE ${prefix}queue (
  name TEXT PRIMARY KEY,
  retry_policy TEXT,
  dead_letter_queue TEXT,
  dead_letter_on TEXT NOT NULL DEFAULT 'EXHAUSTED',
  concurrency INTEGER,
  rate_starts INTEGER,
  rate_per_us INTEGER,
  destination TEXT,
  retry_budget TEXT,
  paused INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  CONSTRAINT queue_dead_letter_on CHECK (dead_letter_on IN ('EXHAUSTED', 'ALL')),
  CONSTRAINT queue_rate CHECK ((rate_starts IS NULL) = (rate_per_us IS NULL))
) STRICT, WITHOUT ROWID;

-- Workers, by their latest heartbeat. mode is what an operator has asked a worker to do.
CREATE TABLE ${prefix}worker (
  id TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  version TEXT NOT NULL,
  queues TEXT NOT NULL,
  types TEXT NOT NULL,
  concurrency INTEGER NOT NULL,
  running INTEGER NOT NULL,
  mode TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (mode IN ('ACTIVE', 'QUIET', 'STOPPING')),
  started_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Small resources other than jobs, such as schedules and webhooks: JSON with a version for optimistic
-- locking, and an optional time at which a node must process it.
CREATE TABLE ${prefix}document (
  kind TEXT NOT NULL,
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  due_at INTEGER,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (kind, tenant, id)
) STRICT;

CREATE INDEX ${prefix}document_due ON ${prefix}document (kind, due_at, tenant, id)
  WHERE due_at IS NOT NULL;

-- The audit log. Rows are inserted, read, and deleted by age.
CREATE TABLE ${prefix}audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  tenant TEXT,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

CREATE INDEX ${prefix}audit_at ON ${prefix}audit (at);

CREATE INDEX ${prefix}audit_tenant ON ${prefix}audit (tenant, seq);

CREATE INDEX ${prefix}audit_target ON ${prefix}audit (target_type, target_id, seq);
