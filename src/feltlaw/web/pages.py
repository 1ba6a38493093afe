"""The pages and their files: one shell for all, which loads the module of its page."""

from __future__ import annotations

from html import escape

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from feltlaw.floor.api.problems import Problem
from feltlaw.floor.api.site import site_of
from feltlaw.web.assets import assets

router = APIRouter(include_in_schema=False)
PAGES: dict[str, tuple[str, str]] = {
    "/": ("lobby", "Tables"),
    "/practice/{game}": ("table", "Practice"),
    "/tables/{table}": ("table", "Table"),
    "/dealer/{table}": ("dealer", "Dealer"),
    "/floor": ("floor", "Floor"),
    "/rounds": ("rounds", "Rounds"),
    "/rounds/{table}/{number}": ("round", "Round"),
    "/math": ("math", "Mathematics"),
    "/math/{game}": ("math", "Mathematics"),
    "/rules": ("rules", "Rules"),
    "/rules/{regulation}": ("rules", "Rules"),
    "/cage": ("cage", "Cage"),
    "/people": ("people", "People"),
    "/sign-in": ("signin", "Sign in"),
    "/me": ("me", "Your account"),
    "/sign/{table}": ("sign", "Sign"),
}
"""Address, module and title of every page."""
FOREVER = "public, max-age=31536000, immutable"
STYLES = ("css/base.css", "css/table.css", "css/pages.css")


def shell(module: str, title: str, name: str) -> str:
    """The page before its module has run; it says so to whoever has no script."""
    found = assets()
    path = f"pages/{module}.js"
    styles = "".join(f'<link rel="stylesheet" href="{found.url(one)}">' for one in STYLES)
    first = "".join(f'<link rel="modulepreload" href="{found.url(one)}">' for one in found.needs(path))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">'
        '<meta name="color-scheme" content="light dark">'
        f'<meta name="feltlaw" content="{found.hash}"><meta name="house" content="{escape(name)}">'
        f"<title>{escape(title)} · {escape(name)}</title>"
        f'<link rel="icon" href="{found.url("icon.svg")}" type="image/svg+xml">{styles}'
        f'<script type="importmap">{found.import_map}</script>{first}'
        f'<script type="module" src="{found.url(path)}"></script></head>'
        '<body data-state="live"><div id="page"><p class="quiet wait">One moment …</p></div>'
        "<noscript><p>The tables need JavaScript.</p></noscript></body></html>"
    )


async def page(request: Request) -> Response:
    module, title = PAGES[request.scope["route"].path]
    headers = {"Content-Security-Policy": assets().policy, "Cache-Control": "no-cache"}
    return Response(shell(module, title, site_of(request).name), 200, headers, "text/html")


for _path in PAGES:
    router.add_api_route(_path, page, methods=["GET"], response_class=Response)


@router.get("/assets/{version}/{path:path}")
async def asset(request: Request, version: str, path: str) -> Response:
    """A file. One of another version is not here any more, and a page is told so by its status."""
    found = assets().get(path) if version == assets().hash else None
    if found is None:
        raise Problem(404, "There is no such file here.", "Load the page again.")
    headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, 200, {**headers, "Content-Encoding": "gzip"}, found.media)
    return Response(found.plain, 200, headers, found.media)


@router.get("/assets/version")
async def version(request: Request) -> Response:
    """Which files are served now, for a page that has been open over an upgrade."""
    return Response(assets().hash, 200, {"Cache-Control": "no-store"}, "text/plain")


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    return RedirectResponse(assets().url("icon.svg"), 308)
