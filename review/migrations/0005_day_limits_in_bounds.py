"""Bring limits and pauses that nothing checked until now into the bounds of the next migration."""

from datetime import date

from django.db import migrations

MOST_PER_DAY = 9999
LAST_PAUSE = date(2999, 12, 31)


def bring_in(apps, schema_editor):
    plans = apps.get_model("review", "StudyPlan").objects.using(schema_editor.connection.alias)
    for name in ("new_per_day", "reviews_per_day"):
        plans.filter(**{f"{name}__gt": MOST_PER_DAY}).update(**{name: MOST_PER_DAY})
    plans.filter(paused_until__gt=LAST_PAUSE).update(paused_until=LAST_PAUSE)


class Migration(migrations.Migration):
    dependencies = [("review", "0004_history_index")]

    operations = [migrations.RunPython(bring_in, migrations.RunPython.noop)]
