-- For lists and counts of one tenant, which must not walk over the others' finished jobs; waiting
-- ones are found by ready_due. The default tenant has no part in it: where there is no other,
-- finishing a job pays nothing.
CREATE INDEX IF NOT EXISTS ${prefix}finished_tenant ON ${prefix}finished (tenant, job_id)
  WHERE tenant <> 'default';
