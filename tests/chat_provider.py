"""A model provider on this machine, for tests."""

import json

from tests.local_server import Reply


class ChatProvider:
    """A server with OpenAI's chat interface, whole or streamed word by word, and with Cohere's rerank.

    Every chat is answered with `words`. `bodies` are the requests so far; a `broken` one sends malformed replies.
    """

    def __init__(self, servers, words):
        self.words = words
        self.bodies = []
        self.broken = False
        self.url = servers.start(self._reply)

    def _reply(self, body, request):
        self.bodies.append(body)
        if self.broken:
            return Reply('{"choices": 7}')
        if request.endswith("/rerank"):
            rows = [{"index": i, "relevance_score": len(text) / 9000} for i, text in enumerate(body["documents"])]
            return Reply(json.dumps({"results": rows}))
        if body.get("stream"):
            first, *others = self.words.split(" ")
            deltas = [
                {"choices": [{"delta": {"content": piece}}]} for piece in (first, *(f" {word}" for word in others))
            ]
            events = "".join(f"data: {json.dumps(delta)}\n\n" for delta in deltas)
            return Reply(f"{events}data: [DONE]\n\n", type="text/event-stream")
        return Reply(json.dumps({"choices": [{"message": {"content": self.words}}]}))
