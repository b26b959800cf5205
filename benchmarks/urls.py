"""The project's addresses, and the bare view beside them."""

from django.db import transaction
from django.urls import include, path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmarks.models import Counter, Entry


class BareView(APIView):
    """Locks one row, updates it and inserts another: the least that an answer could be."""

    def post(self, request: Request, counter_id: int) -> Response:
        """Count."""
        with transaction.atomic():
            counter = Counter.objects.select_for_update(no_key=True).get(pk=counter_id)
            counter.count += 1
            counter.save(update_fields=["count"])
            entry = Entry.objects.create(counter=counter, body=request.data, made_at=timezone.now())
        return Response({"entry": entry.pk, "count": counter.count})


urlpatterns = [
    path("bare/<int:counter_id>/", BareView.as_view()),
    path("", include("tutor.urls")),
]
