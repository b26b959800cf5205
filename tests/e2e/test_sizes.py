"""What a first visit to the lesson fetches: little enough for a phone on a slow line."""

import gzip

import pytest

LESSON = "/lessons/attention/"
KB = 1000
CODE = ("stylesheet", "script")


@pytest.fixture
def fetched(page, own_thread):
    """The files a first visit fetches as (kind, address, bytes on the wire)."""
    responses = []
    page.on("response", lambda response: responses.append(response))
    page.goto(LESSON, wait_until="networkidle")

    def weigh(response):
        body = response.body()
        # Fonts are packed already; the server sends everything else gzipped.
        packed = body if response.request.resource_type == "font" else gzip.compress(body)
        return response.request.resource_type, response.url, len(packed)

    return [own_thread.run(weigh, response) for response in responses]


def total(fetched, kinds):
    return sum(size for kind, _address, size in fetched if kind in kinds)


def test_styles_and_scripts_of_the_lesson_weigh_at_most_60_kilobytes(fetched):
    assert 10 * KB < total(fetched, CODE) <= 60 * KB, fetched


def test_with_its_fonts_the_lesson_weighs_at_most_250_kilobytes(fetched):
    assert {kind for kind, _address, _size in fetched} >= {"font", *CODE}
    assert total(fetched, ("font", *CODE)) <= 250 * KB, fetched


def test_nothing_is_fetched_twice(fetched):
    addresses = [address for _kind, address, _size in fetched]
    assert sorted(addresses) == sorted(set(addresses))
