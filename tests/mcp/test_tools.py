"""The tools over standard input and over HTTP, by the official client."""

import json
import os
import socket
import sys
import threading
import time

import anyio
import pytest
import uvicorn
from mcp.client.stdio import StdioServerParameters

from mcp import Client
from pincite.mcp.server import create_server

QUESTION = "Who keeps the roof of the boathouse in repair?"
TOOLS = {"ask", "search", "verify_quotation", "list_collections", "list_documents", "outline", "read_section"}


def run(work, server, **options):
    async def begin():
        async with Client(server, **options) as client:
            return await work(client)

    return anyio.run(begin)


async def try_everything(client):
    """What an assistant does: looks around, asks, reads on, checks a quotation."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == TOOLS and all(tool.annotations.read_only_hint for tool in tools.values())
    answer = await client.call_tool("ask", {"question": QUESTION, "documents": ["boathouse.txt"]})
    assert not answer.is_error
    (citation, *_) = answer.structured_content["citations"]
    assert citation["quote"] in answer.content[0].text and citation["place"] in answer.content[0].text
    section = await client.call_tool("read_section", {"document": citation["doc_id"], "citation": "2"})
    assert citation["quote"] in section.content[0].text
    right = await client.call_tool("verify_quotation", {"quote": citation["quote"]})
    assert right.structured_content["found"] is True
    wrong = await client.call_tool("verify_quotation", {"quote": "The Landlord keeps the chimneys in repair."})
    assert wrong.structured_content["found"] is False and "NOT" in wrong.content[0].text
    found = await client.call_tool("search", {"query": "roof", "k": 2})
    assert len(found.structured_content["hits"]) == 2
    outline = await client.call_tool("outline", {"document": "orchard.txt"})
    assert "2 Repairs" in outline.content[0].text
    listed = await client.call_tool("list_documents", {"file": "*orchard*"})
    assert listed.structured_content["total"] == 1
    resources = (await client.list_resources()).resources
    assert len(resources) == 2
    text = (await client.read_resource(str(resources[0].uri))).contents[0].text
    assert text.startswith("LEASE OF THE BOATHOUSE")
    return answer


def test_wrong_arguments_are_named_in_one_sentence_without_their_values(service):
    async def ask(client):
        return await client.call_tool("search", {"k": "Dear tenant"})

    refused = run(ask, create_server(service))
    (words,) = (part.text for part in refused.content)
    assert refused.is_error
    assert words.startswith("The arguments of search are not valid: query: Field required; k: ")
    assert "\n" not in words and "Dear tenant" not in words and "pydantic" not in words


def test_an_assistant_can_ask_read_and_check(service):
    run(try_everything, create_server(service))


def test_errors_say_what_to_do(service):
    async def work(client):
        missing = await client.call_tool("outline", {"document": "nothing.txt"})
        other = await client.call_tool("ask", {"question": QUESTION, "collection": "other"})
        section = await client.call_tool("read_section", {"document": "orchard.txt", "citation": "99"})
        empty = await client.call_tool("search", {"query": " "})
        too_many = await client.call_tool("search", {"query": "roof", "k": 1000})
        return missing, other, section, empty, too_many

    missing, other, section, empty, too_many = run(work, create_server(service))
    assert all(result.is_error for result in (missing, other, section, empty, too_many))
    assert "There are: leases" in other.content[0].text and "no section" in section.content[0].text


def test_over_standard_input(service, workshop):
    command = ["-m", "pincite", "mcp", "--store", f"leases={workshop.store}", "--set", "retrieval.results=chunks"]
    run(try_everything, StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ)))


@pytest.fixture
def server(service, tmp_path):
    """A real server with keys, and the keys of two callers."""
    from pincite.api.app import create_app
    from pincite.mcp.server import http_app
    from pincite.service.keys import Access
    from pincite.service.options import ServeOptions
    from pincite.service.shared import open_audit, open_keys

    place = tmp_path / "keys.json"
    ring = open_keys(place)
    keys = [ring.make(name, {name: Access.READ})[0] for name in ("leases", "rules")]
    audit = tmp_path / "audit.jsonl"
    mounts = {"/mcp": http_app(service, audit=open_audit(audit))}
    app = create_app(service, ServeOptions(keys=place), mounts=mounts)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    running = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None, ws="none"))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}/mcp/", keys
    running.should_exit = True
    thread.join(20)


def over_http(work, url, key):
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    async def begin():
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=60) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            return await work(client)

    return anyio.run(begin)


def test_over_http_with_a_key(server, tmp_path):
    url, (key, other) = server
    over_http(try_everything, url.rstrip("/"), key)
    rows = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text().splitlines()]
    assert {"caller": "leases", "action": "mcp ask", "question": QUESTION}.items() <= rows[0].items()

    async def look_around(client):
        asked = await client.call_tool("ask", {"question": QUESTION, "collection": "leases"})
        listed = await client.call_tool("list_collections", {})
        return asked, listed, (await client.list_resources()).resources

    asked, listed, resources = over_http(look_around, url, other)
    assert asked.is_error and "leases" not in asked.content[0].text.replace("'leases'", "")
    assert listed.structured_content["collections"] == [] and resources == []


def test_over_http_without_a_key_nothing_is_told(server):
    import httpx

    url, _ = server
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers in ({}, {"Authorization": "Bearer pct_wrong"}):
        assert httpx.post(url, json=body, headers=headers).status_code == 401
