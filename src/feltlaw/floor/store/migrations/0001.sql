-- Events, in streams; the primary key is what keeps two writers from both being next.
CREATE TABLE events (
    stream  TEXT    NOT NULL,
    number  BIGINT  NOT NULL,
    batch   BIGINT  NOT NULL,
    at      BIGINT  NOT NULL,
    kind    TEXT    NOT NULL,
    hash    TEXT    NOT NULL,
    line    BLOB    NOT NULL,
    PRIMARY KEY (stream, number)
);
CREATE INDEX events_batch ON events (batch);

-- Answers given to keys, kept for the dispute window.
CREATE TABLE answers (
    account TEXT    NOT NULL,
    key     TEXT    NOT NULL,
    request TEXT    NOT NULL,
    status  INTEGER NOT NULL,
    body    BLOB    NOT NULL,
    at      BIGINT  NOT NULL,
    stream  TEXT    NOT NULL,
    first   BIGINT  NOT NULL,
    last    BIGINT  NOT NULL,
    PRIMARY KEY (account, key)
);
CREATE INDEX answers_at ON answers (at);

CREATE TABLE snapshots (
    stream  TEXT    PRIMARY KEY,
    number  BIGINT  NOT NULL,
    opened  BIGINT  NOT NULL,
    hash    TEXT    NOT NULL,
    state   TEXT    NOT NULL
);

CREATE TABLE leases (
    stream  TEXT    PRIMARY KEY,
    owner   TEXT    NOT NULL,
    epoch   BIGINT  NOT NULL,
    until   BIGINT  NOT NULL
);

CREATE TABLE people (
    account   TEXT    PRIMARY KEY,
    roles     TEXT    NOT NULL,
    password  TEXT    NOT NULL,
    one_time  INTEGER NOT NULL,
    locked    INTEGER NOT NULL,
    failed    INTEGER NOT NULL,
    failed_at BIGINT  NOT NULL,
    created   BIGINT  NOT NULL
);

CREATE TABLE sessions (
    id      TEXT    PRIMARY KEY,
    account TEXT    NOT NULL,
    created BIGINT  NOT NULL,
    seen    BIGINT  NOT NULL,
    expires BIGINT  NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);

CREATE TABLE api_keys (
    id      TEXT    PRIMARY KEY,
    account TEXT    NOT NULL,
    roles   TEXT    NOT NULL,
    made_by TEXT    NOT NULL,
    created BIGINT  NOT NULL,
    ended   BIGINT  NOT NULL
);

-- One row a round, for search; what it says can be made again from the events.
CREATE TABLE rounds (
    table_id       TEXT    NOT NULL,
    number         BIGINT  NOT NULL,
    first          BIGINT  NOT NULL,
    last           BIGINT  NOT NULL,
    at             BIGINT  NOT NULL,
    void           INTEGER NOT NULL,
    ended          INTEGER NOT NULL,
    players        TEXT    NOT NULL,
    wagers         TEXT    NOT NULL,
    hands          TEXT    NOT NULL,
    irregularities TEXT    NOT NULL,
    most_paid      BIGINT  NOT NULL,
    house_net      BIGINT  NOT NULL,
    held           INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX rounds_at ON rounds (at);

CREATE TABLE approvals (
    id         TEXT    PRIMARY KEY,
    asked_by   TEXT    NOT NULL,
    asked_at   BIGINT  NOT NULL,
    kind       TEXT    NOT NULL,
    target     TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    about      TEXT    NOT NULL,
    state      TEXT    NOT NULL,
    decided_by TEXT    NOT NULL
);

-- Tables and links of the property, and how to find them.
CREATE TABLE directory (
    kind    TEXT    NOT NULL,
    id      TEXT    NOT NULL,
    data    TEXT    NOT NULL,
    PRIMARY KEY (kind, id)
);
