"""Servers that only broadcast, on the same stack: what the table server is compared with. Run: _bare.py PORT.

A room below /rooms sends to everybody in it in one loop; one below /channels does so through Litestar's channels;
one below /greeting answers once.
"""

import sys
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, get, websocket
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from nimmt.server.run import uvicorn_config
from nimmt.server.settings import Settings

Socket = WebSocket[Any, Any, Any]

rooms: dict[str, list[Socket]] = {}
channels = ChannelsPlugin(MemoryChannelsBackend(), arbitrary_channels_allowed=True)


@websocket("/rooms/{name:str}")
async def room(socket: Socket, name: FromPath[str]) -> None:
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


@websocket("/channels/{name:str}")
async def channel(socket: Socket, name: FromPath[str]) -> None:
    await socket.accept()
    async with (
        channels.start_subscription([name]) as subscriber,
        subscriber.run_in_background(lambda frame: socket.send_text(frame.decode())),
    ):
        try:
            while True:
                frame = await socket.receive_data("text")
                await channels.wait_published(frame, [name])
                await socket.send_text("ack")
        except WebSocketDisconnect:
            return


@websocket("/greeting/{size:int}")
async def greeting(socket: Socket, size: FromPath[int]) -> None:
    """Answers a hello with one frame of this length, and nothing more."""
    await socket.accept()
    try:
        await socket.receive_data("text")
        await socket.send_text("x" * size)
        await socket.receive_data("text")
    except WebSocketDisconnect:
        return


@get("/health", sync_to_thread=False)
def health() -> str:
    return "ok"


if __name__ == "__main__":
    chosen = Settings(host="127.0.0.1", port=int(sys.argv[1]))
    app = Litestar([room, channel, greeting, health], plugins=[channels], logging_config=None)
    uvicorn.Server(uvicorn_config(app, chosen)).run()
