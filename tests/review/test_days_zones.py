"""Every time zone of the database in 2025 and 2026: one study day and one hour per date."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest

from review.days import ONE_DAY, ONE_SECOND, day_start, next_hour, parse_zone, study_date

FIRST, LAST = date(2025, 1, 1), date(2026, 12, 31)
NAMES = sorted(available_timezones() - {"localtime", "Factory"})

# Zones that change clocks at midnight, by half an hour or two hours, or backwards in winter.
ODD = [
    "Africa/Cairo",
    "Africa/Casablanca",
    "America/Havana",
    "America/Nuuk",
    "America/Santiago",
    "America/Scoresbysund",
    "Antarctica/Troll",
    "Asia/Beirut",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Europe/Dublin",
    "Pacific/Chatham",
]
# Days on which a zone changed its date, skipping one or repeating one.
DATE_CHANGES = [
    ("Pacific/Apia", date(2011, 12, 30)),
    ("Pacific/Kwajalein", date(1993, 8, 21)),
    ("Pacific/Kwajalein", date(1969, 10, 1)),
    ("America/Juneau", date(1867, 10, 18)),
    ("Asia/Manila", date(1844, 12, 31)),
    ("America/St_Johns", date(2010, 11, 7)),  # back over midnight, at one minute past it
]


def dates(first: date, last: date) -> Iterator[date]:
    day = first
    while day <= last:
        yield day
        day += ONE_DAY


@cache
def days_with_a_change(name: str) -> list[date]:
    zone = ZoneInfo(name)
    offsets = [
        (day, datetime(day.year, day.month, day.day, tzinfo=UTC).astimezone(zone).utcoffset())
        for day in dates(FIRST, LAST)
    ]
    return [day for (day, old), (_, new) in pairwise(offsets) if old != new]


def worth_a_look(name: str) -> list[date]:
    """The days around each change of clocks, and every 97th day."""
    near = {day + timedelta(n) for day in days_with_a_change(name) for n in range(-1, 4)}
    return sorted(near.union(list(dates(FIRST, LAST))[::97]))


def test_most_zones_are_here_and_some_of_them_change_their_clocks() -> None:
    assert len(NAMES) > 400
    assert sum(len(days_with_a_change(name)) > 0 for name in NAMES) > 100
    assert set(ODD) <= set(NAMES)


@pytest.mark.parametrize("rollover", [0, 4, 6])
def test_each_date_of_each_zone_is_one_study_day(rollover: int) -> None:
    for name in NAMES:
        zone = parse_zone(name)
        for day in worth_a_look(name):
            start = day_start(day, zone, rollover)
            end = day_start(day + ONE_DAY, zone, rollover)
            seen = (
                study_date(start - ONE_SECOND, zone, rollover),
                study_date(start, zone, rollover),
                study_date(end - ONE_SECOND, zone, rollover),
                study_date(end, zone, rollover),
            )
            assert seen == (day - ONE_DAY, day, day, day + ONE_DAY), (name, day)
            assert timedelta(hours=22) <= end - start <= timedelta(hours=26), (name, day)


@pytest.mark.parametrize("hour", [0, 2, 9, 23])
def test_each_date_of_each_zone_has_the_hour_once(hour: int) -> None:
    for name in NAMES:
        zone = parse_zone(name)
        for changed in days_with_a_change(name):
            days = list(dates(changed - ONE_DAY, changed + 3 * ONE_DAY))
            moment = next_hour(day_start(days[0], zone, 0) - ONE_SECOND, zone, hour)
            for day in days:
                wall = moment.astimezone(zone)
                if (wall.date(), wall.hour, wall.minute) != (day, hour, 0):
                    # Only an hour that does not exist may come late, and then at once.
                    asked = datetime(day.year, day.month, day.day, hour, tzinfo=zone)
                    assert asked.astimezone(UTC).astimezone(zone) != asked, (name, day)
                    before = (moment - ONE_SECOND).astimezone(zone)
                    assert before.replace(tzinfo=None) < asked.replace(tzinfo=None), (name, day)
                moment = next_hour(moment, zone, hour)


def walked(zone: ZoneInfo, rollover: int, start: datetime, hours: int) -> Iterator[None]:
    """Compare with the plain meaning of a study day: the furthest date the clock has shown."""
    furthest = date.min
    for minutes in range(0, hours * 60, 10):
        now = start + timedelta(minutes=minutes)
        wall = now.astimezone(zone).replace(tzinfo=None)
        furthest = max(furthest, (wall - timedelta(hours=rollover)).date())
        assert study_date(now, zone, rollover) == furthest, (zone.key, now)
        yield


@pytest.mark.parametrize("name", ODD)
def test_no_study_day_comes_twice_where_clocks_change_oddly(name: str) -> None:
    for changed in days_with_a_change(name):
        start = datetime(changed.year, changed.month, changed.day, tzinfo=UTC) - ONE_DAY
        for rollover in (0, 1, 2, 3, 4, 23):
            assert sum(1 for _ in walked(parse_zone(name), rollover, start, 72)) == 432


@pytest.mark.parametrize(("name", "day"), DATE_CHANGES)
def test_no_study_day_comes_twice_where_a_zone_changes_its_date(name: str, day: date) -> None:
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) - 3 * ONE_DAY
    for rollover in (0, 4, 6, 12, 23):
        assert sum(1 for _ in walked(parse_zone(name), rollover, start, 144)) == 864
