-- Who did what, and when. Rows are added and read, and go by their age.
CREATE TABLE ${prefix}audit (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  tenant text COLLATE "C",
  actor text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  target_type text COLLATE "C" NOT NULL,
  target_id text COLLATE "C" NOT NULL,
  outcome text NOT NULL,
  detail text NOT NULL
);

CREATE INDEX ${prefix}audit_at ON ${prefix}audit (at);

CREATE INDEX ${prefix}audit_tenant ON ${prefix}audit (tenant, seq);

CREATE INDEX ${prefix}audit_target ON ${prefix}audit (target_type, target_id, seq);
