# One image for web, worker, beat and migrate; docker-compose.yml says which command each runs.

FROM python:3.11-slim AS build
RUN python -m venv /opt/venv
COPY requirements/base.txt /tmp/base.txt
RUN /opt/venv/bin/pip install --no-cache-dir --require-hashes -r /tmp/base.txt

FROM python:3.11-slim
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    TUTOR_VAR=/var/lib/tutor
RUN useradd --system --uid 10001 --home-dir /var/lib/tutor --create-home tutor
COPY --from=build /opt/venv /opt/venv
WORKDIR /srv/tutor
COPY . .
# Static files carry a hash in their name, so they are made and compressed here, once; WhiteNoise
# serves the compressed ones that it finds beside them.
RUN python manage.py collectstatic --no-input \
    && python -m whitenoise.compress --quiet "$TUTOR_VAR/static" \
    && chown -R tutor:tutor "$TUTOR_VAR"
USER tutor
EXPOSE 8000
CMD ["gunicorn", "tutor.wsgi:application", "--bind=0.0.0.0:8000"]
