-- Where an attempt ran or would have run, and what its failure has in common with others. Attempts
-- from before this migration have none of it.
ALTER TABLE ${prefix}attempt ADD COLUMN queue TEXT;

ALTER TABLE ${prefix}attempt ADD COLUMN type TEXT;

ALTER TABLE ${prefix}attempt ADD COLUMN tenant TEXT;

ALTER TABLE ${prefix}attempt ADD COLUMN fingerprint TEXT;

-- These leave out attempts that succeeded at once: those are most, and pay for no statistics.
CREATE INDEX ${prefix}attempt_trouble
  ON ${prefix}attempt (queue, finished_at, retry, status, started_at, delay_us)
  WHERE retry > 0 OR status = 'FAILED';

-- It did for the totals alone, with a look into the table for each retry; the index above has it all.
DROP INDEX ${prefix}attempt_retry;

CREATE INDEX ${prefix}attempt_failure
  ON ${prefix}attempt (fingerprint, finished_at, queue, tenant)
  WHERE fingerprint IS NOT NULL;
