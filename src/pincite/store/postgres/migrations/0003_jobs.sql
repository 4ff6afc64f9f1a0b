-- Indexing jobs and their files, so that any server can do them.

CREATE TABLE server_job (
    collection text NOT NULL,
    id text NOT NULL,
    made text NOT NULL COLLATE "C",
    state text NOT NULL,
    -- JSON in ASCII: a name may hold characters that PostgreSQL's text refuses.
    job json NOT NULL,
    progress json,
    PRIMARY KEY (collection, id)
);
CREATE INDEX server_job_waiting ON server_job (collection) WHERE state IN ('queued', 'running');

CREATE TABLE server_upload (
    collection text NOT NULL,
    sha256 text NOT NULL,
    piece integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (collection, sha256, piece)
);
