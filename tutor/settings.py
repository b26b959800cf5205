"""The one settings file; what differs between installations is read from the environment.

Nothing set: a development set-up on SQLite under var/, mail as files, no broker.
`docs/operating.md` lists the variables; a wrong one stops the start and says what was expected.
"""

import logging
import sys
from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError, validate

from tutor.environment import secret_key, sqlite_options, var_folder

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env(eager=False)

DEBUG: bool = env.bool("DEBUG", False)
VAR: Path = var_folder(env.str("TUTOR_VAR", ""), BASE_DIR)
SECRET_KEY: str = secret_key(env.str("SECRET_KEY", ""), sys.argv)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
SITE_URL: str = env.str(
    "SITE_URL", "http://127.0.0.1:8000", validate=validate.URL(require_tld=False)
)
HTTPS: bool = env.bool("HTTPS", False)
DATABASE = env.dj_db_url("DATABASE_URL", f"sqlite:///{VAR / 'tutor.sqlite3'}")
REDIS_URL: str = env.str("REDIS_URL", "")
EMAIL = env.dj_email_url("EMAIL_URL", "file://")
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", "tutor@localhost")
EMAIL_VERIFICATION: str = env.str(
    "EMAIL_VERIFICATION", "optional", validate=validate.OneOf(["none", "optional", "mandatory"])
)
LOG_LEVEL: int = env.log_level("LOG_LEVEL", logging.INFO)
DB_POOL_SIZE: int = env.int("DB_POOL_SIZE", 8, validate=validate.Range(min=1, max=200))
REMINDER_SWEEP_SECONDS: float = env.float(
    "REMINDER_SWEEP_SECONDS", 120.0, validate=validate.Range(min=1.0)
)
SUBJECTS: list[str] = env.list("SUBJECTS", ["attention"])
try:
    env.seal()
except EnvError as problem:
    raise ImproperlyConfigured(f"The environment is wrong: {problem}") from problem
if "EMAIL_BACKEND" not in EMAIL:  # what the parser says nothing about
    raise ImproperlyConfigured(
        "EMAIL_URL has an unknown scheme: use smtp://, submission://, smtps://, file:// or console://"
    )

INSTALLED_APPS = [
    "tutor",
    *SUBJECTS,
    "lessons",
    "review",
    "quizzes",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
]

MIDDLEWARE = [
    "tutor.outage.SayUnavailable",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tutor.borders.RefuseUnstorableText",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tutor.languages.SpeakOwnLanguage",
    "tutor.refusals.ExplainRefusedMethods",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "tutor.urls"
WSGI_APPLICATION = "tutor.wsgi.application"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database: SQLite in WAL with immediate transactions, or PostgreSQL through psycopg's pool with
# server-side binding and prepared statements.
DATABASES: dict[str, dict[str, Any]] = {"default": DATABASE}
if DATABASE["ENGINE"] == "django.db.backends.sqlite3":
    DATABASE["OPTIONS"] = sqlite_options()
else:
    DATABASE["OPTIONS"] = {
        "connect_timeout": 5,
        **DATABASE.get("OPTIONS", {}),  # such as ?sslmode=require
        # A request waits `timeout` seconds for a connection. Without the second limit the pool
        # tries less and less often while the server is away, and misses its return by minutes.
        "pool": {"min_size": 1, "max_size": DB_POOL_SIZE, "timeout": 4, "reconnect_timeout": 5},
        "server_side_binding": True,
        # Statements that a connection has seen five times are planned once: half of the database's
        # work for an answer. A PgBouncer between must be 1.21 or newer.
        "prepare_threshold": 5,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# People
AUTH_USER_MODEL = "tutor.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_ADAPTER = "tutor.addresses.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "tutor.signup.SignupForm",
    "add_email": "tutor.addresses.NewAddressForm",
}
ACCOUNT_CHANGE_EMAIL = True  # one address an account; a new one takes its place once confirmed
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
ACCOUNT_EMAIL_VERIFICATION = EMAIL_VERIFICATION
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""

# Language, time, static files
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

# Mail
EMAIL_BACKEND = EMAIL["EMAIL_BACKEND"]
EMAIL_FILE_PATH = EMAIL["EMAIL_FILE_PATH"] or str(VAR / "mail")
EMAIL_HOST = EMAIL["EMAIL_HOST"]
EMAIL_PORT = EMAIL["EMAIL_PORT"]
EMAIL_HOST_USER = EMAIL["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = EMAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = EMAIL["EMAIL_USE_TLS"]
EMAIL_USE_SSL = EMAIL["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 20

# Cache, broker. Without Redis the cache lives in the process and reminders are swept by a loop.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

CELERY_BEAT_SCHEDULE = {
    "sweep-reminders": {"task": "review.sweep_reminders", "schedule": REMINDER_SWEEP_SECONDS},
}
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")

# Security
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]  # probes speak plain HTTP inside the network
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_048_576
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tutor.authentication.TokenAuthentication",
        "tutor.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["tutor.borders.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": None,
    "EXCEPTION_HANDLER": "tutor.problems.problem_response",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tutor",
    "DESCRIPTION": (
        "Lessons, predictions, due reviews, questions, answers and progress of one learner; "
        "for authors the questions with their keys. Lists are pages: pass `next` as `cursor` to "
        "go on. Instants are ISO 8601 with offset. Errors are application/problem+json."
    ),
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "QuestionKind": "quizzes.models.content.Kind",
        "SectionKind": "lessons.models.SectionKind",
        "LogKind": "review.models.cards.LogKind",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tutor.schema.add_problems",
    ],
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
}
