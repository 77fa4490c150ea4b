"""What tests of clients share with those of the server."""

from tests.server.conftest import pytest_pyfunc_call as pytest_pyfunc_call
