-- Who did what, and when. Rows are added and read, and go by their age.
CREATE TABLE ${prefix}audit (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  tenant TEXT,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL
) STRICT;

CREATE INDEX ${prefix}audit_at ON ${prefix}audit (at);

CREATE INDEX ${prefix}audit_tenant ON ${prefix}audit (tenant, seq);

CREATE INDEX ${prefix}audit_target ON ${prefix}audit (target_type, target_id, seq);
