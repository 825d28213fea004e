-- For figures over the last few minutes. Rows come in the order of their time, so that a few bytes
-- for each megabyte of them are enough to find those minutes, and writing pays next to nothing.
CREATE INDEX IF NOT EXISTS ${prefix}attempt_times ON ${prefix}attempt USING brin (finished_at);
