"""WSGI entry point for web servers."""

import os

from django.core.wsgi import get_wsgi_application

from tutor.charset import only_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
application = only_utf_8(get_wsgi_application())
