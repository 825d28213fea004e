-- A waiting job's row knows its tenant, and within a priority the index goes by tenant first: claims
-- go round the tenants, in the order of their bytes, as every store does.
ALTER TABLE ${prefix}ready ADD COLUMN tenant text COLLATE "C";

UPDATE ${prefix}ready r SET tenant = j.tenant FROM ${prefix}job j WHERE j.id = r.job_id;

ALTER TABLE ${prefix}ready ALTER COLUMN tenant SET NOT NULL;

DROP INDEX ${prefix}ready_due;

CREATE INDEX ${prefix}ready_due
  ON ${prefix}ready (queue, priority DESC, tenant, run_at, job_id);
