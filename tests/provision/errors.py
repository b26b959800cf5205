"""The one error that provisioning raises."""


class ProvisionError(Exception):
    """Something the tests need cannot be had; the message says what to install or set."""
