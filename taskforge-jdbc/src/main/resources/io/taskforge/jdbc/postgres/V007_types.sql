-- The index has the type before the time: a claim reads its own types' ranges of a lane, and never
-- walks over the jobs of types that nobody works on.
DROP INDEX ${prefix}ready_due;

CREATE INDEX ${prefix}ready_due
  ON ${prefix}ready (queue, priority DESC, tenant, type, run_at, job_id);
