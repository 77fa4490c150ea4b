"""The files for operators name nothing that is not there: metrics, flags, variables, paths."""

import configparser
import json
import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import yaml  # type: ignore[import-untyped]
from typer.main import get_command

from nimmt.cli import app
from nimmt.server.databases import is_shared
from nimmt.server.metrics import Metrics
from nimmt.server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "operate.md").read_text("utf-8")
SUFFIXES = ("_bucket", "_sum", "_count", "_created")


def metrics() -> set[str]:
    """What /metrics tells, by the names that Prometheus keeps; a histogram by its own."""
    measured = Metrics()
    measured.refused.labels("stale").inc()
    measured.acted(0.001)
    return {
        sample.name
        for family in measured.registry.collect()
        for sample in family.samples
        if "_created" not in sample.name
    }


def family(sample: str) -> str:
    return next((sample.removesuffix(suffix) for suffix in SUFFIXES if sample.endswith(suffix)), sample)


def test_the_guide_lists_every_metric_and_no_other() -> None:
    listed = re.findall(r"^\| `(nimmt_\w+)", GUIDE, re.MULTILINE)
    assert sorted(listed) == sorted({family(name) for name in metrics()})


def test_the_dashboard_asks_for_metrics_that_exist() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
    asked = {name for panel in board["panels"] for target in panel["targets"] for name in names(target["expr"])}
    assert asked - metrics() == set()
    assert {family(name) for name in metrics()} - {family(name) for name in asked} == set()  # and shows all of them
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)


def names(expression: str) -> list[str]:
    return re.findall(r"\bnimmt_\w+", expression)


FILES = sorted(path.name for path in DEPLOY.iterdir())


@pytest.mark.parametrize("file", FILES)
def test_files_name_flags_and_variables_that_exist(file: str) -> None:
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    text = (DEPLOY / file).read_text("utf-8")
    variables = {parameter.envvar for parameter in serve.params}
    assert set(re.findall(r"\bNIMMT_[A-Z_]+", text)) - variables - {"NIMMT_CACHE", "NIMMT_PAGE"} == set()
    flags = {flag for parameter in serve.params for flag in parameter.opts}
    called = [part for line in text.splitlines() for part in re.findall(r"nimmt serve(.*)", line)]
    assert {flag for part in called for flag in re.findall(r"--[a-z-]+", part)} - flags == set()


def test_every_file_is_in_the_guide() -> None:
    assert [file for file in FILES if f"(../deploy/{file})" not in GUIDE] == []


def test_the_unit_can_be_read() -> None:
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DEPLOY / "nimmt@.service")
    assert unit["Service"]["Restart"] == "on-failure"
    assert unit["Service"]["EnvironmentFile"] == f"/etc/{next(file for file in FILES if file.endswith('.env'))}"


def test_nginx_passes_on_what_the_server_asks_for() -> None:
    """The name that the page was opened by, who asked, and WebSockets."""
    text = (DEPLOY / "nginx.conf").read_text("utf-8")
    assert dict(re.findall(r"proxy_set_header (\S+) (\S+);", text)) == {
        "Host": "$http_host",
        "X-Forwarded-For": "$proxy_add_x_forwarded_for",
        "Upgrade": "$http_upgrade",
        "Connection": "$connection_upgrade",
    }


def test_the_container_is_built_from_the_lock() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    assert "--constraint requirements.lock" in text
    assert (ROOT / "requirements.lock").exists()
    assert not re.search(r"pip install (?!.*--constraint)", text)


def test_compose_starts_the_server_after_its_database() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    server, database = services["server"], services["database"]
    assert server["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert database["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    address = urlsplit(server["environment"]["NIMMT_DATABASE"])
    assert is_shared(address.geturl())
    assert address.hostname in services
    own = database["environment"]
    assert (address.username, address.path) == (own["POSTGRES_USER"], f"/{own['POSTGRES_DB']}")
    assert address.password is None
    assert server["environment"]["PGPASSWORD"] == "${POSTGRES_PASSWORD}"
    assert own["POSTGRES_PASSWORD"].startswith("${POSTGRES_PASSWORD:?")  # no start without one
    built = server["build"]
    assert (DEPLOY / built["context"] / built["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    exposed = re.findall(r"^EXPOSE (\d+)", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert [port.partition(":")[2] for port in server["ports"]] == exposed == [str(Settings().port)]
    assert "ports" not in database


def test_every_extra_that_is_named_exists() -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    texts = [*ROOT.glob("*.md"), *DEPLOY.iterdir(), *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.py")]
    texts += [*ROOT.glob("src/**/*.py"), *ROOT.glob("src/nimmt/words/*.toml"), *ROOT.glob("web/src/words/*.toml")]
    found = {
        (path.name, extra)
        for path in texts
        for names in re.findall(r"\bnimmt\[([a-z0-9,]+)\]", path.read_text("utf-8"))
        for extra in names.split(",")
    }
    assert found
    assert {each for each in found if each[1] not in known} == set()


def test_tags_are_released_as_by_hand() -> None:
    work = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))
    assert work[True] == {"push": {"tags": ["v*"]}}  # YAML 1.1 reads "on" so
    runs = [step.get("run", "") for step in work["jobs"]["release"]["steps"]]
    assert sum("dev.py release" in command for command in runs) == 1
    assert set(re.findall(r"python3\.\d+", " ".join(runs))) == {f"python3.{minor}" for minor in range(11, 15)}
