"""The OpenAPI description, and a page of it that opens without a network and runs no script."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import HTMLResponse, Response

from pincite.api.context import json_bytes

_METHODS = ("get", "post", "put", "delete", "patch")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
_STYLE = """
:root { color-scheme: light dark; --line: #8885; --mark: #06c; }
@media (prefers-color-scheme: dark) { :root { --mark: #7db4ff; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
b { color: var(--mark); text-transform: uppercase; display: inline-block; min-width: 4.5em; font-size: .85em; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow: auto; border: 1px solid var(--line); padding: .6rem; }
table { border-collapse: collapse; } td { padding: .1rem .8rem .1rem 0; vertical-align: top; }
"""


def add_description(app: FastAPI) -> None:
    """Serve the description and its page without a key: neither reveals anything about a collection."""

    def description() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _describe(app)
        return app.openapi_schema

    app.openapi = description  # type: ignore[method-assign]

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return Response(json_bytes(app.openapi()), media_type="application/json")

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return HTMLResponse(_page(app.openapi()), headers={"Content-Security-Policy": _POLICY})


def _describe(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(
        title="Pincite",
        version=app.version,
        routes=app.routes,
        description="Ask legal documents, and prove the answers.",
    )
    schema.setdefault("components", {})["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    }
    needs_none = {"/api/v1/health", "/api/v1/ready"}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if method in _METHODS:
                operation["security"] = [] if path in needs_none else [{"bearer": []}, {"header": []}]
                # FastAPI's own validation error is never sent.
                operation["responses"] = {
                    status: one for status, one in operation["responses"].items() if not _is_default(one)
                }
    schema["components"]["schemas"].pop("HTTPValidationError", None)
    schema["components"]["schemas"].pop("ValidationError", None)
    return schema


def _is_default(response: dict[str, Any]) -> bool:
    return "HTTPValidationError" in str(response.get("content", ""))


def _page(schema: dict[str, Any]) -> str:
    operations = [
        _operation(path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in _METHODS
    ]
    models = [
        f'<details id="{escape(name, quote=True)}"><summary><code>{escape(name)}</code> '
        f"{escape(str(model.get('description', '')))}</summary>{_fields(model)}</details>"
        for name, model in sorted(schema["components"]["schemas"].items())
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Pincite API</title><style>{_STYLE}</style>"
        f"<h1>Pincite API {escape(schema['info']['version'])}</h1>"
        '<p>The description for programs is <a href="/openapi.json">openapi.json</a>. Send a key as '
        "<code>Authorization: Bearer …</code>.</p>"
        f"<h2>Routes</h2>{''.join(operations)}<h2>Records</h2>{''.join(models)}</html>"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    parameters = "".join(
        f"<tr><td><code>{escape(one['name'])}</code><td>{escape(one['in'])}"
        f"<td>{_type(one.get('schema', {}))}<td>{escape(one.get('description', ''))}"
        for one in operation.get("parameters", ())
    )
    bodies = "".join(
        f"<p>Takes <code>{escape(kind)}</code>: {_type(content.get('schema', {}))}</p>"
        for kind, content in operation.get("requestBody", {}).get("content", {}).items()
    )
    gives = "".join(
        f"<p>{escape(status)}: {', '.join(_type(one.get('schema', {})) for one in said.get('content', {}).values())} "
        f"{escape(said.get('description', ''))}</p>"
        for status, said in operation["responses"].items()
        if status.startswith("2")
    )
    return (
        f"<details><summary><b>{method}</b><code>{escape(path)}</code></summary>"
        f"<p>{escape(operation.get('description', ''))}</p><table>{parameters}</table>{bodies}{gives}</details>"
    )


def _fields(model: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code>{'' if name in model.get('required', ()) else '?'}<td>{_type(field)}"
        f"<td>{escape(field.get('description', ''))}"
        for name, field in model.get("properties", {}).items()
    )
    return f"<table>{rows}</table>"


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words, with links to the records it names."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1], quote=True)
        return f'<a href="#{name}"><code>{name}</code></a>'
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(_type(one) for one in schema[key])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return f"<code>{escape(str(schema.get('type', schema.get('const', 'any'))))}</code>"
