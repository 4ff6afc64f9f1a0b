-- What servers share. Names and rows are JSON in ASCII: they may hold characters that PostgreSQL's text refuses.

CREATE TABLE server_key (
    -- The last part of the address: a database holds any number of key rings.
    ring text NOT NULL,
    id text NOT NULL,
    name json NOT NULL,
    -- SHA-256 of the secret; the key itself is kept nowhere.
    digest text NOT NULL,
    grants json NOT NULL,
    made timestamptz NOT NULL,
    expires timestamptz,
    revoked timestamptz,
    PRIMARY KEY (ring, id)
);

CREATE TABLE server_audit (
    -- A row that is sent again after a lost connection is kept once.
    id uuid PRIMARY KEY,
    log text NOT NULL,
    time timestamptz NOT NULL,
    entry json NOT NULL
);
CREATE INDEX server_audit_by_time ON server_audit (log, time);
