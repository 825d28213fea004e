-- For lists and counts of one tenant, which must not walk over the others' jobs. The default tenant
-- has no part in it: where there is no other, enqueuing pays nothing.
CREATE INDEX ${prefix}job_tenant ON ${prefix}job (tenant, id) WHERE tenant <> 'default';
