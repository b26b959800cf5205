"""Study days, clocks and hours, case by case."""

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from review.days import clamp_clock, day_start, elapsed_days, next_hour, parse_zone, study_date

NEW_YORK = "America/New_York"
NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


def local(
    zone: str, year: int, month: int, day: int, hour: int, minute: int = 0, second: int = 0
) -> datetime:
    there = datetime(year, month, day, hour, minute, second, tzinfo=ZoneInfo(zone))
    return there.astimezone(UTC)


def utc(year: int, month: int, day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def test_before_the_rollover_it_is_still_yesterday() -> None:
    assert study_date(local(NEW_YORK, 2025, 6, 2, 3, 59, 59), NEW_YORK, 4) == date(2025, 6, 1)
    assert study_date(local(NEW_YORK, 2025, 6, 2, 4), NEW_YORK, 4) == date(2025, 6, 2)


def test_a_study_day_starts_at_the_rollover_hour_by_the_local_clock() -> None:
    assert day_start(date(2025, 6, 2), NEW_YORK, 4) == utc(2025, 6, 2, 8)
    assert day_start(date(2025, 1, 2), NEW_YORK, 0) == utc(2025, 1, 2, 5)
    assert day_start(date(2025, 1, 2), NEW_YORK, 4).tzinfo is UTC


def test_a_zone_may_be_given_by_name_or_as_such() -> None:
    assert study_date(NOON, ZoneInfo(NEW_YORK), 4) == study_date(NOON, NEW_YORK, 4)
    with pytest.raises(ValueError, match="unknown time zone"):
        study_date(NOON, "Atlantis", 4)


def test_instants_in_any_offset_mean_the_same() -> None:
    tokyo_clock = NOON.astimezone(timezone(timedelta(hours=9)))
    assert study_date(tokyo_clock, NEW_YORK, 4) == study_date(NOON, NEW_YORK, 4)
    assert next_hour(tokyo_clock, NEW_YORK, 9) == next_hour(NOON, NEW_YORK, 9)


# Faults known elsewhere, by their number in the design.


def test_fault_1_daylight_saving_does_not_shift_the_rollover() -> None:
    winter, summer = date(2025, 3, 8), date(2025, 3, 9)  # clocks go forward at 2:00 on the 9th
    assert day_start(winter, NEW_YORK, 4) == utc(2025, 3, 8, 9)
    assert day_start(summer, NEW_YORK, 4) == utc(2025, 3, 9, 8)
    assert study_date(utc(2025, 3, 9, 7, 59), NEW_YORK, 4) == winter
    assert study_date(utc(2025, 3, 9, 8), NEW_YORK, 4) == summer
    back = date(2025, 11, 2)
    assert day_start(back, NEW_YORK, 4) - day_start(date(2025, 11, 1), NEW_YORK, 4) == timedelta(
        hours=25
    )


def test_fault_3_days_are_local_dates_and_not_utc_midnights() -> None:
    auckland_morning = local("Pacific/Auckland", 2025, 6, 2, 9)
    assert auckland_morning.date() == date(2025, 6, 1)
    assert study_date(auckland_morning, "Pacific/Auckland", 4) == date(2025, 6, 2)
    honolulu_evening = local("Pacific/Honolulu", 2025, 6, 2, 20)
    assert honolulu_evening.date() == date(2025, 6, 3)
    assert study_date(honolulu_evening, "Pacific/Honolulu", 4) == date(2025, 6, 2)


def test_fault_4_what_is_due_on_a_day_is_due_from_its_first_second() -> None:
    reviewed = local(NEW_YORK, 2025, 6, 1, 22, 15, 33)
    due_day = study_date(reviewed, NEW_YORK, 4) + timedelta(days=1)
    assert day_start(due_day, NEW_YORK, 4) == local(NEW_YORK, 2025, 6, 2, 4)


def test_fault_5_a_review_at_any_hour_of_its_due_day_has_the_whole_interval_behind_it() -> None:
    evening = study_date(local(NEW_YORK, 2025, 6, 1, 22), NEW_YORK, 4)
    next_morning = study_date(local(NEW_YORK, 2025, 6, 2, 7), NEW_YORK, 4)
    assert elapsed_days(evening, next_morning) == 1


def test_a_review_23_hours_later_is_on_the_next_day_not_on_the_same() -> None:
    # py-fsrs counts elapsed days as floors of 24 hours.
    first = local(NEW_YORK, 2025, 6, 1, 20)
    second = first + timedelta(hours=23)
    assert (second - first).days == 0
    assert elapsed_days(study_date(first, NEW_YORK, 4), study_date(second, NEW_YORK, 4)) == 1


def test_fault_6_a_clock_that_goes_back_is_clamped_to_the_last_review_and_flagged() -> None:
    earlier = NOON - timedelta(minutes=1)
    assert clamp_clock(earlier, NOON) == (NOON, True)
    assert clamp_clock(NOON, NOON) == (NOON, False)
    assert clamp_clock(NOON, earlier) == (NOON, False)
    assert clamp_clock(NOON, None) == (NOON, False)


def test_fault_6_an_hour_that_comes_twice_is_no_clock_going_back() -> None:
    zone = ZoneInfo(NEW_YORK)
    first = datetime(2025, 11, 2, 1, 45, tzinfo=zone)
    second = datetime(2025, 11, 2, 1, 30, tzinfo=zone, fold=1)
    assert clamp_clock(second, first) == (utc(2025, 11, 2, 6, 30), False)
    assert clamp_clock(first, second) == (utc(2025, 11, 2, 6, 30), True)


def test_fault_6_elapsed_days_are_never_negative() -> None:
    assert elapsed_days(date(2025, 6, 2), date(2025, 6, 1)) == 0
    assert elapsed_days(date(2025, 6, 2), date(2025, 6, 2)) == 0
    assert elapsed_days(date(2024, 2, 28), date(2024, 3, 1)) == 2


def test_travelling_west_meets_the_same_day_again() -> None:
    tokyo = study_date(local("Asia/Tokyo", 2025, 6, 2, 10), "Asia/Tokyo", 4)
    honolulu = study_date(local("Pacific/Honolulu", 2025, 6, 1, 20), "Pacific/Honolulu", 4)
    assert honolulu < tokyo
    assert elapsed_days(tokyo, honolulu) == 0


def test_fault_16_a_late_rollover_gives_one_day_and_not_two() -> None:
    days = [study_date(local(NEW_YORK, 2025, 6, 2, hour), NEW_YORK, 12) for hour in range(24)]
    assert days == [date(2025, 6, 1)] * 12 + [date(2025, 6, 2)] * 12


# Clocks that skip or repeat the rollover.


def test_a_day_whose_rollover_is_skipped_starts_right_after_the_gap() -> None:
    start = day_start(date(2025, 3, 9), NEW_YORK, 2)  # 2:00 to 3:00 does not exist
    assert start == local(NEW_YORK, 2025, 3, 9, 3)
    assert study_date(start - timedelta(microseconds=1), NEW_YORK, 2) == date(2025, 3, 8)
    assert day_start(date(2025, 9, 7), "America/Santiago", 0) == utc(2025, 9, 7, 4)
    # Half an hour is skipped here, and the rollover stands at its beginning.
    assert day_start(date(2025, 10, 5), "Australia/Lord_Howe", 2) == utc(2025, 10, 4, 15, 30)


def test_a_day_whose_rollover_comes_twice_starts_the_first_time() -> None:
    assert day_start(date(2025, 11, 2), NEW_YORK, 1) == utc(2025, 11, 2, 5)
    assert study_date(utc(2025, 11, 2, 6, 30), NEW_YORK, 1) == date(2025, 11, 2)


def test_a_day_begun_stays_begun_where_clocks_go_back_past_the_rollover() -> None:
    troll = "Antarctica/Troll"  # 3:00 becomes 1:00 on 26 October
    start = day_start(date(2025, 10, 26), troll, 2)
    assert start == utc(2025, 10, 26, 0)
    for minutes in (0, 59, 60, 90, 119, 120, 180):
        assert study_date(start + timedelta(minutes=minutes), troll, 2) == date(2025, 10, 26)
    assert study_date(start - timedelta(seconds=1), troll, 2) == date(2025, 10, 25)


def test_a_date_the_zone_skipped_starts_with_the_next_one() -> None:
    apia, skipped = "Pacific/Apia", date(2011, 12, 30)
    assert day_start(skipped, apia, 0) == day_start(date(2011, 12, 31), apia, 0)
    assert study_date(day_start(skipped, apia, 0), apia, 0) == date(2011, 12, 31)
    assert study_date(day_start(skipped, apia, 0) - timedelta(seconds=1), apia, 0) == date(
        2011, 12, 29
    )


# The next time the local clock shows an hour.


def test_the_next_hour_is_later_today_or_else_tomorrow() -> None:
    assert next_hour(local(NEW_YORK, 2025, 6, 1, 8), NEW_YORK, 9) == utc(2025, 6, 1, 13)
    assert next_hour(local(NEW_YORK, 2025, 6, 1, 10), NEW_YORK, 9) == utc(2025, 6, 2, 13)


def test_the_next_hour_is_strictly_after_the_instant() -> None:
    nine = local(NEW_YORK, 2025, 6, 1, 9)
    assert next_hour(nine, NEW_YORK, 9) == utc(2025, 6, 2, 13)
    assert next_hour(nine - timedelta(microseconds=1), NEW_YORK, 9) == nine


def test_an_hour_that_is_skipped_comes_right_after_the_gap() -> None:
    assert next_hour(utc(2025, 3, 9, 1), NEW_YORK, 2) == utc(2025, 3, 9, 7)
    assert next_hour(utc(2025, 3, 9, 7), NEW_YORK, 2) == utc(2025, 3, 10, 6)


def test_an_hour_that_comes_twice_counts_once() -> None:
    first = next_hour(utc(2025, 11, 2, 0), NEW_YORK, 1)
    assert first == utc(2025, 11, 2, 5)
    assert next_hour(first, NEW_YORK, 1) == utc(2025, 11, 3, 6)
    assert next_hour(utc(2025, 11, 2, 6, 30), NEW_YORK, 1) == utc(2025, 11, 3, 6)


def test_the_last_hour_of_a_date_may_be_skipped_into_the_next_date() -> None:
    zone = "America/Scoresbysund"  # 23:00 on 29 March becomes 0:00 on the 30th
    first = next_hour(local(zone, 2025, 3, 29, 12), zone, 23)
    assert first == local(zone, 2025, 3, 30, 0)
    assert next_hour(first, zone, 23) == local(zone, 2025, 3, 30, 23)


def test_a_date_the_zone_skipped_has_no_hours() -> None:
    apia = "Pacific/Apia"
    before = next_hour(local(apia, 2011, 12, 29, 8), apia, 9)
    assert before == local(apia, 2011, 12, 29, 9)
    assert next_hour(before, apia, 9) == local(apia, 2011, 12, 31, 9)


# Names of zones.


@pytest.mark.parametrize("name", ["UTC", "Europe/Paris", "America/Argentina/Ushuaia", "Etc/GMT+5"])
def test_a_zone_of_the_database_is_found_by_its_name(name: str) -> None:
    # py-fsrs refuses ZoneInfo("UTC").
    assert parse_zone(name) == ZoneInfo(name)
    assert study_date(NOON, parse_zone(name), 4) == date(2025, 6, 1)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "Europe",  # a directory of the database
        "Europe/",
        "Europe/Atlantis",
        "europe/paris",
        "Europe/Paris ",
        "Europe/Paris\0",
        "\0",
        "../zoneinfo/UTC",
        "/usr/share/zoneinfo/UTC",
        "Europe/../UTC",
        "posix/Europe/Paris",
        "right/Europe/Paris",
        "zone.tab",
        "localtime",
        "Factory",
        "\ud800",
        "+02:00",
        "x" * 10_000,
    ],
)
def test_any_other_name_is_refused_and_the_message_stays_short(name: str) -> None:
    with pytest.raises(ValueError, match=r"unknown time zone .* expected an IANA name") as refused:
        parse_zone(name)
    assert len(str(refused.value)) < 140
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", [None, 5, b"UTC", ["UTC"]])
def test_a_zone_that_is_no_text_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="unknown time zone"):
        parse_zone(name)


# Refusals.


@pytest.mark.parametrize("hour", [-1, 24, 4.5, "4", None])
def test_an_hour_outside_the_day_is_refused(hour: int) -> None:
    with pytest.raises(ValueError, match=r"rollover_hour = .* expected a whole hour, 0 to 23"):
        study_date(NOON, "UTC", hour)
    with pytest.raises(ValueError, match=r"rollover_hour = .* expected a whole hour, 0 to 23"):
        day_start(date(2025, 6, 1), "UTC", hour)
    with pytest.raises(ValueError, match=r"hour = .* expected a whole hour, 0 to 23"):
        next_hour(NOON, "UTC", hour)


def test_naive_instants_are_refused_by_name() -> None:
    naive = datetime(2025, 6, 1)  # noqa: DTZ001
    with pytest.raises(ValueError, match=r"instant = .* expected an aware datetime"):
        study_date(naive, "UTC", 4)
    with pytest.raises(ValueError, match=r"after = .* expected an aware datetime"):
        next_hour(naive, "UTC", 4)
    with pytest.raises(ValueError, match=r"now = .* expected an aware datetime"):
        clamp_clock(naive, NOON)
    with pytest.raises(ValueError, match=r"last_reviewed_at = .* expected an aware datetime"):
        clamp_clock(NOON, naive)


def test_instants_are_refused_where_a_date_is_meant() -> None:
    with pytest.raises(ValueError, match=r"day = .* expected a date without a time"):
        day_start(NOON, "UTC", 4)
    with pytest.raises(ValueError, match=r"earlier = .* expected a date without a time"):
        elapsed_days(NOON, NOON)
    with pytest.raises(ValueError, match=r"later = .* expected a date without a time"):
        elapsed_days(date(2025, 6, 1), NOON)
