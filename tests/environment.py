"""Environment of every test run, set before Django reads its settings; the runner may set more."""

import os
import tempfile

import hypothesis

os.environ.setdefault("SECRET_KEY", "a-key-for-tests-only-that-signs-nothing-of-value")
os.environ.setdefault("TUTOR_VAR", tempfile.mkdtemp(prefix="tutor-tests-"))
os.environ.setdefault("EMAIL_URL", "memory://")

# How long one example takes says more about what else the machine is doing than about the code.
hypothesis.settings.register_profile("tutor", deadline=None)
hypothesis.settings.load_profile("tutor")
