-- Payments put right after a round: the entry of a table, and the event of the round it is linked to.
CREATE TABLE corrections (
    table_id     TEXT    NOT NULL,
    number       BIGINT  NOT NULL,
    event        BIGINT  NOT NULL,
    at           BIGINT  NOT NULL,
    player       TEXT    NOT NULL,
    amount       BIGINT  NOT NULL,
    paid_to      TEXT    NOT NULL,
    short        BIGINT  NOT NULL,
    reason       TEXT    NOT NULL,
    asked_by     TEXT    NOT NULL,
    confirmed_by TEXT    NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE INDEX corrections_event ON corrections (table_id, event);

-- What a player says about a round of his, and what he was answered.
CREATE TABLE disputes (
    table_id   TEXT    NOT NULL,
    number     BIGINT  NOT NULL,
    player     TEXT    NOT NULL,
    at         BIGINT  NOT NULL,
    state      TEXT    NOT NULL,
    words      TEXT    NOT NULL,
    claim      BIGINT  NOT NULL,
    settled_by TEXT    NOT NULL,
    settled_at BIGINT  NOT NULL,
    answer     TEXT    NOT NULL,
    PRIMARY KEY (table_id, number, player, at)
);
CREATE INDEX disputes_state ON disputes (state, at);
