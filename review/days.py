"""The one module that knows study days: whole local dates that begin at a rollover hour.

A learner has an IANA time zone and a rollover hour (0 to 23, usually 4). A study day begins
when the local clock first reaches the rollover hour on its date and lasts until the next one
begins; its name is that date. Days are told apart by dates, never by counting 24 hours, so
daylight saving time changes their length and nothing else.

Instants are aware datetimes; those returned are in UTC. Nothing here reads the clock.
"""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

ONE_DAY = timedelta(days=1)
ONE_SECOND = timedelta(seconds=1)

# Listed by the database, but their meaning depends on the server or is "not set".
NOT_ZONES = frozenset({"localtime", "Factory"})


def parse_zone(name: str) -> ZoneInfo:
    """The time zone of that IANA name, such as "Europe/Paris" or "UTC"; else ValueError.

    Only listed names are looked up: no path, empty or odd text reaches the file system.
    """
    if not isinstance(name, str) or name not in _zone_names():
        raise ValueError(
            f"unknown time zone {_shortened(name)}: expected an IANA name such as Europe/Paris"
        )
    return ZoneInfo(name)


def study_date(instant: datetime, zone: str | ZoneInfo, rollover_hour: int) -> date:
    """The study day that `instant` lies in.

    It is the local date after subtracting the rollover hour, except that a day once begun
    stays: where clocks go back past the rollover, the day does not begin twice.
    """
    zone = _as_zone(zone)
    _check_hour("rollover_hour", rollover_hour)
    instant = _in_utc("instant", instant)
    local = instant.astimezone(zone)
    day = (local.replace(tzinfo=None) - timedelta(hours=rollover_hour)).date()
    if local.fold and instant >= day_start(day + ONE_DAY, zone, rollover_hour):
        return day + ONE_DAY
    return day


def day_start(day: date, zone: str | ZoneInfo, rollover_hour: int) -> datetime:
    """The first instant of study day `day`, in UTC.

    Where clocks skip the rollover hour it is the first instant after the gap; where they show
    it twice, the first time. A date the zone itself skipped starts together with the next one.
    """
    _check_hour("rollover_hour", rollover_hour)
    _refuse_datetime("day", day)
    return _first_reached(day, rollover_hour, _as_zone(zone))


def elapsed_days(earlier: date, later: date) -> int:
    """Study days from one study date to another; 0 when the second is not later.

    A learner who travels west can meet a date again: that is the same day, not minus one.
    """
    _refuse_datetime("earlier", earlier)
    _refuse_datetime("later", later)
    return max((later - earlier).days, 0)


def clamp_clock(now: datetime, last_reviewed_at: datetime | None) -> tuple[datetime, bool]:
    """`now`, or the last review when the clock has gone back behind it; and whether it had."""
    now = _in_utc("now", now)
    if last_reviewed_at is None:
        return now, False
    last = _in_utc("last_reviewed_at", last_reviewed_at)
    return max(now, last), now < last


def next_hour(after: datetime, zone: str | ZoneInfo, hour: int) -> datetime:
    """The first instant after `after` at which the local clock reaches `hour`:00, in UTC.

    There is exactly one on each local date: the first instant after the gap where the hour is
    skipped, the first of two where clocks go back, none on a date the zone skipped.
    """
    zone = _as_zone(zone)
    _check_hour("hour", hour)
    after = _in_utc("after", after)
    day = after.astimezone(zone).date()
    while True:  # at most four turns: a zone skips or repeats one date at a time
        reached = _first_reached(day, hour, zone)
        if reached > after and _has_date(day, zone):
            return reached
        day += ONE_DAY


def _first_reached(day: date, hour: int, zone: ZoneInfo) -> datetime:
    """The first instant at which the local clock shows `hour`:00 on `day` or anything later."""
    wall = datetime.combine(day, time(hour), tzinfo=zone)
    by_offset_before = wall.replace(fold=0).astimezone(UTC)
    by_offset_after = wall.replace(fold=1).astimezone(UTC)
    if by_offset_after < by_offset_before:  # PEP 495: so it is only for a time that is skipped
        return _transition(by_offset_after, by_offset_before, zone)
    return by_offset_before


def _transition(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The second in (before, after] at which the zone's offset changes."""
    old_offset = before.astimezone(zone).utcoffset()
    while after - before > ONE_SECOND:
        middle = before + (after - before) // ONE_SECOND // 2 * ONE_SECOND
        if middle.astimezone(zone).utcoffset() == old_offset:
            before = middle
        else:
            after = middle
    return after


def _has_date(day: date, zone: ZoneInfo) -> bool:
    return _first_reached(day, 0, zone).astimezone(zone).date() == day


@lru_cache(maxsize=1)  # reading the list opens hundreds of files
def _zone_names() -> frozenset[str]:
    return frozenset(available_timezones()) - NOT_ZONES


def _as_zone(zone: str | ZoneInfo) -> ZoneInfo:
    return zone if isinstance(zone, ZoneInfo) else parse_zone(zone)


def _check_hour(name: str, hour: int) -> None:
    if not isinstance(hour, int) or not 0 <= hour <= 23:
        raise ValueError(f"{name} = {hour!r}: expected a whole hour, 0 to 23")


def _in_utc(name: str, instant: datetime) -> datetime:
    """`instant` in UTC: two instants of one zone would be compared by the wall, not by time."""
    if instant.utcoffset() is None:
        raise ValueError(f"{name} = {instant}: expected an aware datetime")
    return instant.astimezone(UTC)


def _refuse_datetime(name: str, day: date) -> None:
    if isinstance(day, datetime):  # the difference of two of them would count 24-hour floors
        raise ValueError(f"{name} = {day}: expected a date without a time")


def _shortened(name: object) -> str:
    text = ascii(name)
    return text if len(text) <= 60 else f"{text[:60]}…"
