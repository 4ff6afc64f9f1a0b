-- Documents and passages are never changed in place. A row is part of every state from `born` on, until `died`: a
-- reader of an older state still finds what belongs to it, and a commit is one transaction.

CREATE TABLE collection (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    -- The newest state; 0 before the first commit.
    generation bigint NOT NULL DEFAULT 0,
    -- States before this one are no longer kept.
    kept_from bigint NOT NULL DEFAULT 0,
    -- The length of the vectors, known with the first document.
    dimension integer
);

CREATE TABLE generation (
    collection integer NOT NULL REFERENCES collection,
    number bigint NOT NULL,
    -- Tells a writer that lost its connection whether its commit was done.
    token uuid NOT NULL,
    committed timestamptz NOT NULL DEFAULT now(),
    -- What the store says of itself, compressed JSON.
    state bytea NOT NULL,
    state_sha256 bytea NOT NULL,
    -- What the documents are called, as arrays; NULL where no final commit was made yet.
    names bytea,
    PRIMARY KEY (collection, number)
);

CREATE TABLE document (
    id bigint GENERATED ALWAYS AS IDENTITY,
    collection integer NOT NULL REFERENCES collection,
    doc_id text NOT NULL,
    born bigint NOT NULL,
    died bigint,
    language text NOT NULL,
    -- JSON in ASCII: a name may hold characters that PostgreSQL's text refuses.
    card json NOT NULL,
    passages integer[] NOT NULL,
    -- UTF-8; a text may hold characters that PostgreSQL's text refuses.
    content bytea NOT NULL,
    places bytea NOT NULL,
    reading bytea NOT NULL,
    -- Of the reading, the passages and their vectors.
    digest bytea NOT NULL,
    PRIMARY KEY (collection, id)
);
CREATE UNIQUE INDEX document_alive ON document (collection, doc_id) WHERE died IS NULL;
CREATE INDEX document_by_id ON document (collection, doc_id, born);

CREATE TABLE passage (
    id bigint GENERATED ALWAYS AS IDENTITY,
    collection integer NOT NULL,
    doc_id text NOT NULL COLLATE "C",
    -- 0 the document itself, 1 a section, 2 a chunk.
    layer smallint NOT NULL,
    first integer NOT NULL,
    last integer NOT NULL,
    section integer NOT NULL,
    born bigint NOT NULL,
    died bigint,
    -- How many words it has, and each of them: "rent" if it stands once, "rent" and "rent 2" if it stands twice.
    length integer NOT NULL,
    words tsvector,
    vector halfvec
) PARTITION BY LIST (collection);

-- How many passages hold a term, as it changed with every state; the empty term counts all passages.
CREATE TABLE term (
    collection integer NOT NULL REFERENCES collection,
    layer smallint NOT NULL,
    term text NOT NULL COLLATE "C",
    generation bigint NOT NULL,
    passages integer NOT NULL,
    words bigint NOT NULL DEFAULT 0,
    -- How often it stands in one passage at most.
    most smallint NOT NULL DEFAULT 1,
    PRIMARY KEY (collection, layer, term, generation)
);
