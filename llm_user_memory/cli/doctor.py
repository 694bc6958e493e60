"""The command `doctor`: it checks every part, and repairs what is safe to repair."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..doctor.examine import examine
from ..doctor.finding import Finding
from ..doctor.repair import repair
from ..doctor.round_trip import round_trip
from ..settings import read_settings
from ..text.controls import visible
from ..text.plurals import counted
from .base import examined_profile, json_option, memory
from .output import echo, echo_json, for_profile, say, styled, wrapped

_SIGNS = {"ok": ("✓", "green"), "warning": ("!", "magenta"), "wrong": ("✗", "red")}

_INDENT = 14

# How often to repair and check again, because a repair may reveal another problem.
_MAX_ROUNDS = 2


@memory.command()
@click.option("--fix", is_flag=True, help="Repair what is safe to repair")
@json_option
@click.pass_context
def doctor(ctx: click.Context, fix: bool, as_json: bool) -> None:
    """
    Check every part, and name the command that repairs it

    The parts range from the shell function to the daemon. The last check runs a test
    conversation in a temporary folder, which needs no network and no key. The exit
    code is 0 when nothing is wrong, and 1 otherwise.

    --fix repairs permissions, an outdated shell function, an outdated or stuck daemon,
    and a damaged state.db. The damaged file is renamed, never deleted, and a new one is
    built from the profile and the rows that can still be read.
    """
    done: list[str] = []
    failed: list[str] = []
    findings = _examine(ctx)
    for _ in range(_MAX_ROUNDS if fix else 0):
        repaired, failed = repair(findings)
        done += repaired
        if not repaired:
            break
        findings = _examine(ctx)
    findings.append(round_trip())
    if as_json:
        echo_json(_as_json(findings, done, failed))
    else:
        _print(findings, done, failed)
    ctx.exit(1 if _count_wrong(findings) else 0)


def _examine(ctx: click.Context) -> list[Finding]:
    folder = examined_profile().folder
    active = bool(ctx.meta.get("llm_user_memory.injecting"))
    findings = examine(folder, read_settings(), os.environ, Path.home(), active=active)
    return [replace(each, remedy=for_profile(each.remedy)) for each in findings]


def _count_wrong(findings: Sequence[Finding]) -> int:
    return sum(finding.state == "wrong" for finding in findings)


def _as_json(
    findings: Sequence[Finding], done: Sequence[str], failed: Sequence[str]
) -> dict[str, Any]:
    return {
        "healthy": not _count_wrong(findings),
        "findings": [
            {
                "part": finding.part,
                "state": finding.state,
                "what": finding.what,
                "remedy": finding.remedy,
                "command": finding.command,
                "fixable": finding.repair is not None,
            }
            for finding in findings
        ],
        "repaired": list(done),
        "not_repaired": list(failed),
    }


def _print(findings: Sequence[Finding], done: Sequence[str], failed: Sequence[str]) -> None:
    for sign, sentences in (("repaired: ", done), ("not repaired: ", failed)):
        for sentence in sentences:
            say(sign + sentence)
    if done or failed:
        echo()
    for finding in findings:
        _print_finding(finding)
    echo()
    say(_summary(findings))


def _print_finding(finding: Finding) -> None:
    sign, colour = _SIGNS[finding.state]
    text = " ".join(filter(None, (finding.what, finding.remedy)))
    first, *rest = wrapped(visible(text), _INDENT)
    echo(styled(sign, fg=colour), f" {finding.part:<{_INDENT - 2}}{first.strip()}")
    for line in rest:
        echo(line)


def _summary(findings: Sequence[Finding]) -> str:
    wrong = _count_wrong(findings)
    warnings = sum(finding.state == "warning" for finding in findings)
    fixable = sum(finding.repair is not None for finding in findings)
    said = [f"{counted(wrong, 'thing')} wrong." if wrong else "Nothing is wrong."]
    if warnings:
        said.append(f"{counted(warnings, 'thing')} worth knowing.")
    if fixable:
        said.append(for_profile(f"`llm memory doctor --fix` repairs {fixable} of them."))
    return " ".join(said)
