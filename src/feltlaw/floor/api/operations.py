"""What operations asks: whether it lives, whether it works, what it counts."""

from __future__ import annotations

from time import perf_counter

from fastapi import APIRouter, Request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from starlette.responses import Response

from feltlaw.canonical import canonical
from feltlaw.floor.api.site import json_response, site_of
from feltlaw.floor.store import statements as sql
from feltlaw.record.store import StoreError

router = APIRouter(tags=["operations"])


class Counted:
    """Counters of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "feltlaw_requests", "Requests answered", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "feltlaw_request_seconds", "Time to the answer", ["route"], registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
        )  # fmt: skip
        self.tables = Gauge("feltlaw_tables", "Tables this process owns", registry=self.registry)
        self.readers = Gauge("feltlaw_readers", "Screens that watch", registry=self.registry)

    def answered(self, route: str, status: int, since: float) -> None:
        self.requests.labels(route, str(status)).inc()
        self.seconds.labels(route).observe(perf_counter() - since)


@router.get("/healthz", summary="Whether the process lives")
async def healthz() -> Response:
    return json_response(b'{"status":"ok"}')


@router.get("/readyz", summary="Whether it can do its work")
async def readyz(request: Request) -> Response:
    site = site_of(request)
    why = site.floor.store.fault
    if not why and not site.floor.stopping:
        try:
            await site.floor.store.read(lambda: sql.reading_head("house"))
        except StoreError as error:
            why = str(error)
    if why or site.floor.stopping:
        return json_response(canonical({"status": "stopped", "why": why or "this server stops"}), 503)
    stopped = {name: one.fault for name, one in site.floor.keepers.items() if one.fault}
    return json_response(canonical({"status": "ok", "tables": len(site.floor.keepers), "stopped": stopped}))


@router.get("/metrics", summary="Counters for Prometheus", include_in_schema=False)
async def metrics(request: Request) -> Response:
    counted: Counted = request.app.state.counted
    keepers = site_of(request).floor.keepers.values()
    counted.tables.set(len(keepers))
    counted.readers.set(sum(one.feed.readers for one in keepers))
    return Response(generate_latest(counted.registry), media_type=CONTENT_TYPE_LATEST)
