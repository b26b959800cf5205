from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('quizzes', '0002_append_only'),
    ]

    operations = [
        migrations.AddField(
            model_name='bank',
            name='source_file',
            field=models.CharField(blank=True, default='', editable=False, max_length=767),
        ),
        migrations.AddField(
            model_name='concept',
            name='source_file',
            field=models.CharField(blank=True, default='', editable=False, max_length=767),
        ),
        migrations.AddField(
            model_name='misconception',
            name='source_file',
            field=models.CharField(blank=True, default='', editable=False, max_length=767),
        ),
        migrations.AddField(
            model_name='question',
            name='source_file',
            field=models.CharField(blank=True, default='', editable=False, max_length=767),
        ),
    ]
