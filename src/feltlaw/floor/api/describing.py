"""What bodies look like, for the OpenAPI description: from the types that read them, where there are some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from feltlaw.house import MODES
from feltlaw.table.machine import RULES
from feltlaw.views import VIEWERS

Schema = Mapping[str, Any]
MONEY: Schema = {"type": "string", "pattern": r"^[0-9]{1,13}(\.[0-9]{1,2})?$", "example": "10.00"}
ROLE: Schema = {"enum": list(VIEWERS)}
AS: Mapping[str, Schema] = {"as": ROLE}


def fields(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


SUBMISSION: Schema = {
    "oneOf": [{"type": "string", "description": "TOML, or the id of an approved one"}, {"type": "object"}]
}
COMMAND = fields(
    {"do": {"enum": sorted(RULES)}},
    data={"type": "object"},
    expect={"type": "integer", "minimum": 0},
    **AS,
)
OPEN = fields(
    {"submission": SUBMISSION, "mode": {"enum": list(MODES)}}, id={"type": "string", "maxLength": 40}
)
AMOUNT = fields({"amount": MONEY}, seat={"type": "integer", "minimum": 1}, **AS)
KEY: Schema = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
}
MARK: Schema = {"name": "X-Feltlaw", "in": "header", "required": False, "schema": {"const": "1"}}


def described(schema: Schema, *, keyed: bool = False) -> dict[str, Any]:
    """What a changing call takes."""
    return {
        "parameters": [MARK, *([KEY] if keyed else [])],
        "requestBody": {
            "required": bool(schema),
            "content": {"application/json": {"schema": schema or {"type": "object"}}},
        },
    }
