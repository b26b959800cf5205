"""Environment of every test run, set before Django reads its settings; the runner may set more."""

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "a-key-for-tests-only-that-signs-nothing-of-value")
os.environ.setdefault("TUTOR_VAR", tempfile.mkdtemp(prefix="tutor-tests-"))
os.environ.setdefault("EMAIL_URL", "memory://")
