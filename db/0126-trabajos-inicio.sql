-- When a job was started that nobody ran before: one that hangs in its very first run has neither a success nor a
-- failure, and is waited for from then on.
ALTER TABLE trabajos ADD COLUMN inicio timestamptz;
