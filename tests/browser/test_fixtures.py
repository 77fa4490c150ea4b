"""The games that the page's parts are tested with are those that the engine plays."""

from tests.browser.fixtures import FOLDER, files


def test_the_fixtures_are_up_to_date() -> None:
    assert {file.name: file.read_bytes() for file in FOLDER.iterdir()} == files()
