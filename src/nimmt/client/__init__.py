"""Programs that sit down at a server's table, as people do: they know the protocol and nothing of the server."""

from .address import Address, BadLink
from .asking import Asker, Refused
from .joining import Joined, join
from .seat import Gone, Seat, Ticket
from .table import Folded

__all__ = ["Address", "Asker", "BadLink", "Folded", "Gone", "Joined", "Refused", "Seat", "Ticket", "join"]
