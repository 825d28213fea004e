-- Small resources beside the jobs: JSON text with a version, replaced by whoever names the version.
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

-- What a queue allows each worker, and how often its settings were changed.
ALTER TABLE ${prefix}queue ADD COLUMN concurrency INTEGER;

ALTER TABLE ${prefix}queue ADD COLUMN rate_starts INTEGER;

ALTER TABLE ${prefix}queue ADD COLUMN rate_per_us INTEGER;

ALTER TABLE ${prefix}queue ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
