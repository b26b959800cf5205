"""A pytest plugin: a skipped or expected-to-fail test is a failure."""

from collections.abc import Generator

import pytest

MESSAGE = "Skipped, which counts as a failure here: "


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn the report of a skipped test into that of a failed one."""
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = MESSAGE + _reason(report)
        if hasattr(report, "wasxfail"):
            del report.wasxfail
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a module that skips itself while being collected into an error."""
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = MESSAGE + _reason(report)
    return report


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    if hasattr(report, "wasxfail"):
        return f"xfail {report.wasxfail}".strip()
    if isinstance(report.longrepr, tuple):  # (path, line, reason)
        return str(report.longrepr[2])
    return str(report.longrepr)
