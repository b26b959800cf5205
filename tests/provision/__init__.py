"""What the tests need of a machine: PostgreSQL, Redis, a browser; found or brought, not skipped."""
