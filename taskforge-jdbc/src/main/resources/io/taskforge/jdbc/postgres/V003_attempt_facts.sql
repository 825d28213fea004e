-- Where an attempt ran or would have run, and what its failure has in common with others. Attempts
-- from before this migration have none of it.
ALTER TABLE ${prefix}attempt
  ADD COLUMN queue text,
  ADD COLUMN type text,
  ADD COLUMN tenant text,
  ADD COLUMN fingerprint text;

-- These leave out attempts that succeeded at once: those are most, and pay for no statistics.
CREATE INDEX ${prefix}attempt_trouble
  ON ${prefix}attempt (queue, finished_at) INCLUDE (retry, status, started_at, delay_us)
  WHERE retry > 0 OR status = 'FAILED';

CREATE INDEX ${prefix}attempt_failure
  ON ${prefix}attempt (fingerprint, finished_at) INCLUDE (queue, tenant)
  WHERE fingerprint IS NOT NULL;
