-- The key has the type before the time: a claim reads its own types' ranges of a lane, and never
-- walks over the jobs of types that nobody works on. The key of a table can't be changed, so that
-- the rows are copied once.
CREATE TABLE ${prefix}ready_by_type (
  queue TEXT NOT NULL,
  priority INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  type TEXT NOT NULL,
  run_at INTEGER NOT NULL,
  job_seq INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  lost_leases INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  first_started_at INTEGER,
  previous_delay_us INTEGER,
  PRIMARY KEY (queue, priority DESC, tenant, type, run_at, job_seq)
) STRICT, WITHOUT ROWID;

INSERT INTO ${prefix}ready_by_type (queue, priority, tenant, type, run_at, job_seq, attempt,
  failures, lost_leases, interruptions, first_started_at, previous_delay_us)
SELECT queue, priority, tenant, type, run_at, job_seq, attempt, failures, lost_leases,
  interruptions, first_started_at, previous_delay_us
FROM ${prefix}ready;

DROP TABLE ${prefix}ready;

ALTER TABLE ${prefix}ready_by_type RENAME TO ${prefix}ready;

CREATE UNIQUE INDEX ${prefix}ready_job ON ${prefix}ready (job_seq);
