-- A run that never started has an entry in the history but is no attempt, and a redrive begins a new
-- round of attempts. attempt stays the number of the entry; attempt - unstarted is how many attempts
-- there were in all, and that less earlier is the attempt's number in its round.
ALTER TABLE ${prefix}ready ADD COLUMN unstarted INTEGER NOT NULL DEFAULT 0;

ALTER TABLE ${prefix}ready ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;

ALTER TABLE ${prefix}attempt ADD COLUMN unstarted INTEGER NOT NULL DEFAULT 0;

ALTER TABLE ${prefix}attempt ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;

ALTER TABLE ${prefix}finished ADD COLUMN unstarted INTEGER NOT NULL DEFAULT 0;

ALTER TABLE ${prefix}finished ADD COLUMN earlier INTEGER NOT NULL DEFAULT 0;
