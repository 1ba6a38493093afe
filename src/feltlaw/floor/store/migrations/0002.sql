-- The number of a stream's last append: those of all processes together only ever rise.
ALTER TABLE streams ADD COLUMN batch BIGINT NOT NULL DEFAULT 0;
