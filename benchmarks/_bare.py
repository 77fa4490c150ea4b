"""A server that only broadcasts, on the same stack: what the table server is compared with. Run: _bare.py PORT."""

import sys
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from nimmt.server.run import uvicorn_config
from nimmt.server.settings import Settings

rooms: dict[str, list[WebSocket[Any, Any, Any]]] = {}


@websocket("/rooms/{name:str}")
async def room(socket: WebSocket[Any, Any, Any], name: FromPath[str]) -> None:
    await socket.accept()
    rooms.setdefault(name, []).append(socket)
    try:
        while True:
            frame = await socket.receive_data("text")
            for other in rooms[name]:
                await other.send_text(frame)
            await socket.send_text("ack")
    except WebSocketDisconnect:
        rooms[name].remove(socket)


@get("/health", sync_to_thread=False)
def health() -> str:
    return "ok"


if __name__ == "__main__":
    chosen = Settings(host="127.0.0.1", port=int(sys.argv[1]))
    uvicorn.Server(uvicorn_config(Litestar([room, health], logging_config=None), chosen)).run()
