"""The two tables of the bare view; made and dropped by the benchmark itself."""

from django.db import models


class Counter(models.Model):
    """The row that is locked and updated."""

    count = models.IntegerField(default=0)

    class Meta:
        managed = False
        db_table = "benchmark_counter"

    def __str__(self) -> str:
        return str(self.count)


class Entry(models.Model):
    """The row that is inserted."""

    counter = models.ForeignKey(Counter, on_delete=models.CASCADE)
    body = models.JSONField()
    made_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "benchmark_entry"

    def __str__(self) -> str:
        return str(self.counter_id)
