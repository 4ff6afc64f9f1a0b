-- An index of vectors takes the passages up to a part. Many passages at once are given the next part: they are loaded
-- without it, while searches still use it, and a new index is made beside it.
ALTER TABLE passage ADD COLUMN part integer NOT NULL DEFAULT 0;

-- Passages that were born before this state are no part of it: an upgrade replaces all of them, and marks none.
ALTER TABLE generation ADD COLUMN since bigint NOT NULL DEFAULT 0;

-- An index made before has no limit in its condition: it is dropped once many passages come.
DO $$
DECLARE
    name text;
BEGIN
    FOR name IN SELECT indexname FROM pg_indexes WHERE schemaname = 'pincite' AND indexname ~ '^passage_[0-9]+_vector$'
    LOOP
        EXECUTE format('ALTER INDEX pincite.%I RENAME TO %I', name, name || '_0_0');
    END LOOP;
END $$;
