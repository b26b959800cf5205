from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lessons', '0003_prediction_may_leave_its_step'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='lessonprogress',
            options={'verbose_name_plural': 'lesson progress'},
        ),
        migrations.AddField(
            model_name='lesson',
            name='source_file',
            field=models.CharField(blank=True, default='', editable=False, max_length=767),
        ),
        migrations.AddField(
            model_name='path',
            name='source_file',
            field=models.CharField(blank=True, default='', editable=False, max_length=767),
        ),
    ]
