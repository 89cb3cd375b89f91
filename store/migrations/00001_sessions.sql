-- Applied migrations never change; what is new goes into a new file. The text must run on SQLite and on PostgreSQL: no
-- types, functions or clauses that only one of them knows.
--
-- Times are RFC 3339 in UTC with nine decimals, so that they sort as text. JSON is text. What a model wrote is kept as bytes,
-- since it may hold anything.

-- +goose Up
CREATE TABLE sessions (
    session_id TEXT NOT NULL PRIMARY KEY,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
);
CREATE INDEX sessions_by_time ON sessions (created_at, session_id);

CREATE TABLE messages (
    message_id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (session_id),
    seq        INTEGER NOT NULL,
    role       TEXT NOT NULL,
    text       TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (session_id, seq),
    UNIQUE (session_id, message_id)
);

CREATE TABLE runs (
    run_id         TEXT NOT NULL PRIMARY KEY,
    session_id     TEXT NOT NULL,
    message_id     TEXT NOT NULL,
    seq            INTEGER NOT NULL,
    status         TEXT NOT NULL,
    run_mode       TEXT NOT NULL,
    question       TEXT NOT NULL,
    plan           TEXT,
    executor_kind  TEXT NOT NULL,
    model          TEXT NOT NULL,
    prompt_version TEXT NOT NULL,
    usage          TEXT,
    failure        TEXT NOT NULL,
    owner          TEXT NOT NULL, -- the process that it is, or was last, running in
    lease_until    TEXT NOT NULL, -- until when it counts as alive where that process cannot be looked up
    created_at     TEXT NOT NULL,
    started_at     TEXT,
    ended_at       TEXT,
    UNIQUE (session_id, seq),
    FOREIGN KEY (session_id, message_id) REFERENCES messages (session_id, message_id)
);
CREATE INDEX runs_running ON runs (owner) WHERE status = 'running';

CREATE TABLE attempts (
    run_id            TEXT NOT NULL REFERENCES runs (run_id),
    seq               INTEGER NOT NULL,
    parse_status      TEXT NOT NULL,
    structured_output TEXT,
    gatekeeper_result TEXT,
    raw_output        BYTEA,
    PRIMARY KEY (run_id, seq)
);

-- session_id and run_id are what the row says of itself; trace_run_id is the run that keeps it. They differ where a row was
-- recorded by somebody else, who may name a session that was never here.
CREATE TABLE tool_invocations (
    trace_run_id      TEXT NOT NULL REFERENCES runs (run_id),
    invocation_id     TEXT NOT NULL,
    session_id        TEXT NOT NULL,
    run_id            TEXT NOT NULL,
    seq               INTEGER NOT NULL,
    tool_name         TEXT NOT NULL,
    tool_source       TEXT NOT NULL,
    arguments         TEXT,
    status            TEXT NOT NULL,
    result_kind       TEXT NOT NULL,
    data_mode         TEXT NOT NULL,
    source_class      TEXT NOT NULL,
    started_at        TEXT,
    ended_at          TEXT,
    attempt_count     INTEGER NOT NULL,
    error             TEXT,
    output_sha256     TEXT NOT NULL,
    truncated         BOOLEAN NOT NULL,
    retrieval_details TEXT NOT NULL,
    output            TEXT, -- last: it may be large
    PRIMARY KEY (trace_run_id, invocation_id)
);
CREATE INDEX tool_invocations_in_order ON tool_invocations (trace_run_id, seq, invocation_id);

-- One for every assistant's message, and one at most for a run.
CREATE TABLE evaluations (
    message_id      TEXT NOT NULL PRIMARY KEY REFERENCES messages (message_id),
    run_id          TEXT NOT NULL UNIQUE REFERENCES runs (run_id),
    verdict         TEXT NOT NULL,
    self_evaluation TEXT NOT NULL,
    composer        TEXT NOT NULL
);

-- +goose Down
DROP TABLE evaluations;
DROP TABLE tool_invocations;
DROP TABLE attempts;
DROP TABLE runs;
DROP TABLE messages;
DROP TABLE sessions;
