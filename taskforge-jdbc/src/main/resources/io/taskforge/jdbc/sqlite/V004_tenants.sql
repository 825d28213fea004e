-- A waiting job's row knows its tenant, and within a priority the key goes by tenant first: claims
-- go round the tenants. The key of a table can't be changed, so that the rows are copied once.
CREATE TABLE ${prefix}ready_by_tenant (
  queue TEXT NOT NULL,
  priority INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  run_at INTEGER NOT NULL,
  job_seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  lost_leases INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  first_started_at INTEGER,
  previous_delay_us INTEGER,
  PRIMARY KEY (queue, priority DESC, tenant, run_at, job_seq)
) STRICT, WITHOUT ROWID;

INSERT INTO ${prefix}ready_by_tenant (queue, priority, tenant, run_at, job_seq, type, attempt,
  failures, lost_leases, interruptions, first_started_at, previous_delay_us)
SELECT r.queue, r.priority, j.tenant, r.run_at, r.job_seq, r.type, r.attempt, r.failures,
  r.lost_leases, r.interruptions, r.first_started_at, r.previous_delay_us
FROM ${prefix}ready r CROSS JOIN ${prefix}job j ON j.seq = r.job_seq;

DROP TABLE ${prefix}ready;

ALTER TABLE ${prefix}ready_by_tenant RENAME TO ${prefix}ready;

CREATE UNIQUE INDEX ${prefix}ready_job ON ${prefix}ready (job_seq);
