"""What a visitor reads first says the same of the version everywhere, and the forge's workflow calls what is there."""

import contextlib
import json
import re
import tomllib
from importlib import metadata
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def test_the_version_is_one_number() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == VERSION
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", VERSION]


def test_a_forge_s_forms_and_workflows_can_be_read_and_run_files_that_exist() -> None:
    for form in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        read = yaml.safe_load(form.read_text(encoding="utf-8"))
        ids = [part["id"] for part in read.get("body", ())]
        assert len(ids) == len(set(ids)) and (form.name == "config.yml" or (read["name"] and ids)), form.name
    scripts = set()
    for workflow in (ROOT / ".github" / "workflows").glob("*.yml"):
        jobs = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]
        commands = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
        scripts |= set(re.findall(r"\.ci/run|cmake/\w+\.py", commands))
    assert scripts == {".ci/run", "cmake/build_wheel.py"} and all((ROOT / script).is_file() for script in scripts)


def test_the_container_is_made_by_the_readme_s_commands() -> None:
    """Docker is not everywhere, and a container that is never built grows old: its steps are those that users take."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    train, test = (_steps(block) for block in re.findall(r"```sh\n(sudo apt-get .*?)```", readme, re.DOTALL))
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert [step for line in lines if line.startswith("RUN ") for step in _steps(line.removeprefix("RUN "))] == test
    (command,) = (json.loads(line.removeprefix("CMD ")) for line in lines if line.startswith("CMD "))
    assert " ".join(command) == train[-1]
    copied = lines.index("COPY . .")
    assert copied < next(number for number, line in enumerate(lines) if "pip install" in line)
    (folder,) = (line.split()[1] for line in lines if line.startswith("WORKDIR"))
    assert f"ENV PATH={folder}/.venv/bin:$PATH" in lines  # what is activated in one step is so in the next


def _steps(commands: str) -> list[str]:
    return [step.strip().removeprefix("sudo ") for step in commands.split("&&")]


def test_a_package_has_one_lower_bound_in_all_extras() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bounds: dict[str, set[str]] = {}
    for bound in [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]:
        name, version = re.fullmatch(r"([\w.\[\],-]+)(.*)", bound).groups()
        bounds.setdefault(name.lower().replace("_", "-"), set()).add(version)
    assert {name: found for name, found in bounds.items() if len(found) > 1} == {}


def test_licences_of_dependencies_are_stated_as_their_packages_state_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {name: bounds for name, bounds in project["optional-dependencies"].items() if name not in ("docs", "test")}
    bounds = [*project["dependencies"], *(bound for of_extra in extras.values() for bound in of_extra)]
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8").partition("## Dependencies")[2]
    rows = [line.replace("*", "").strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    stated = {package: row[1] for row in rows for package in row[0].split(", ")}
    for package in {re.match(r"[\w.-]+", bound)[0] for bound in bounds}:
        family = re.match(r"\w+", stated[package])[0]
        with contextlib.suppress(metadata.PackageNotFoundError):
            own = metadata.metadata(package)
            theirs = [own.get("License-Expression"), own.get("License"), *(own.get_all("Classifier") or [])]
            output = " ".join(one for one in theirs if one and ("icense" in one or "::" not in one))
            names = {"PSF": "Python Software Foundation"}
            # Some packages' metadata leave the licence to a file in the package.
            assert names.get(family, family) in output or not output, f"{package}: {stated[package]}, not {output}"


def test_every_card_states_its_licence() -> None:
    cards = [*ROOT.glob("games/*/README.md"), *ROOT.glob("games/*/networks/*.md"), *ROOT.glob("games/*/weights/*.md")]
    assert len(cards) == 9
    for card in cards:
        assert re.search(
            r"^## Licence\n\nApache-2.0 \(\[licences\]\(.*docs/licences.md\)\)", card.read_text(), re.MULTILINE
        )
