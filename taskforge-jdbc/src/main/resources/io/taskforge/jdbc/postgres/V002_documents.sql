-- Small resources beside the jobs: JSON text with a version, replaced by whoever names the version.
CREATE TABLE ${prefix}document (
  kind text NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  due_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  json text NOT NULL,
  PRIMARY KEY (kind, tenant, id)
);

CREATE INDEX ${prefix}document_due ON ${prefix}document (kind, due_at, tenant, id)
  WHERE due_at IS NOT NULL;

-- What a queue allows each worker, and how often its settings were changed.
ALTER TABLE ${prefix}queue
  ADD COLUMN concurrency integer,
  ADD COLUMN rate_starts integer,
  ADD COLUMN rate_per_us bigint,
  ADD COLUMN version bigint NOT NULL DEFAULT 1;
