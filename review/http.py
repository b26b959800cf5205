"""Who is asking."""

from django.http import HttpRequest


def learner_id_of(request: HttpRequest) -> int:
    """Return the id of the signed-in learner; this app knows nothing else of the user."""
    learner_id = request.user.pk
    assert isinstance(learner_id, int)
    return learner_id
