-- One row a stream: its last event, and which process owns it. Whoever appends locks it first.
CREATE TABLE streams (
    stream  TEXT    PRIMARY KEY,
    number  BIGINT  NOT NULL,
    hash    TEXT    NOT NULL,
    owner   TEXT    NOT NULL,
    epoch   BIGINT  NOT NULL,
    until   BIGINT  NOT NULL
);

CREATE TABLE events (
    stream  TEXT    NOT NULL,
    number  BIGINT  NOT NULL,
    at      BIGINT  NOT NULL,
    line    BLOB    NOT NULL,
    PRIMARY KEY (stream, number)
);

-- Answers given to keys, kept longer than a dispute may come.
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

-- States that the record names: a restart begins at the last one, a round of long ago at the one before it.
CREATE TABLE snapshots (
    stream  TEXT    NOT NULL,
    number  BIGINT  NOT NULL,
    opened  BIGINT  NOT NULL,
    hash    TEXT    NOT NULL,
    state   BLOB    NOT NULL,
    PRIMARY KEY (stream, number)
);

-- Processes that serve the property, and where the others reach them.
CREATE TABLE processes (
    id      TEXT    PRIMARY KEY,
    serial  BIGINT  NOT NULL,
    address TEXT    NOT NULL,
    program TEXT    NOT NULL,
    seen    BIGINT  NOT NULL
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

-- Sessions and keys of machines are found by the hash of the secret; the secret itself is nowhere.
CREATE TABLE sessions (
    id      TEXT    PRIMARY KEY,
    account TEXT    NOT NULL,
    created BIGINT  NOT NULL,
    expires BIGINT  NOT NULL
);
CREATE INDEX sessions_account ON sessions (account);

CREATE TABLE api_keys (
    id      TEXT    PRIMARY KEY,
    secret  TEXT    NOT NULL UNIQUE,
    account TEXT    NOT NULL,
    label   TEXT    NOT NULL,
    made_by TEXT    NOT NULL,
    created BIGINT  NOT NULL,
    ended   BIGINT  NOT NULL
);

-- What a player has at the cage; each change is an entry of the stream `cage`, in the same transaction.
CREATE TABLE accounts (
    account TEXT    PRIMARY KEY,
    balance BIGINT  NOT NULL
);
CREATE TABLE account_entries (
    account TEXT    NOT NULL,
    number  BIGINT  NOT NULL,
    at      BIGINT  NOT NULL,
    kind    TEXT    NOT NULL,
    amount  BIGINT  NOT NULL,
    balance BIGINT  NOT NULL,
    table_id TEXT   NOT NULL,
    PRIMARY KEY (account, number)
);

-- Tables and links of the property, what it approved, and what waits for a second account.
CREATE TABLE tables (
    id          TEXT    PRIMARY KEY,
    mode        TEXT    NOT NULL,
    submission  TEXT    NOT NULL,
    state       TEXT    NOT NULL,
    opened_at   BIGINT  NOT NULL,
    about       BLOB    NOT NULL
);
CREATE TABLE links (
    id      TEXT    PRIMARY KEY,
    opened_at BIGINT NOT NULL
);
CREATE TABLE submissions (
    id       TEXT    PRIMARY KEY,
    state    TEXT    NOT NULL,
    filed_by TEXT    NOT NULL,
    filed_at BIGINT  NOT NULL,
    approved_by TEXT NOT NULL,
    approved_at BIGINT NOT NULL,
    data     BLOB    NOT NULL
);
CREATE TABLE approvals (
    id         TEXT    PRIMARY KEY,
    state      TEXT    NOT NULL,
    asked_by   TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    asked_at   BIGINT  NOT NULL,
    kind       TEXT    NOT NULL,
    target     TEXT    NOT NULL,
    body       BLOB    NOT NULL,
    decided_by TEXT    NOT NULL,
    decided_at BIGINT  NOT NULL
);
CREATE INDEX approvals_state ON approvals (state, asked_at);

-- One row a round, for search; it can be made again from the events.
CREATE TABLE rounds (
    table_id       TEXT    NOT NULL,
    number         BIGINT  NOT NULL,
    first          BIGINT  NOT NULL,
    last           BIGINT  NOT NULL,
    at             BIGINT  NOT NULL,
    void           INTEGER NOT NULL,
    lines          TEXT    NOT NULL,
    irregularities TEXT    NOT NULL,
    most_paid      BIGINT  NOT NULL,
    house_net      BIGINT  NOT NULL,
    held           INTEGER NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX rounds_at ON rounds (at);
CREATE TABLE round_players (
    player   TEXT    NOT NULL,
    at       BIGINT  NOT NULL,
    table_id TEXT    NOT NULL,
    number   BIGINT  NOT NULL,
    PRIMARY KEY (player, at, table_id, number)
);
