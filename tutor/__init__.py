"""The project: settings, addresses, the user, the API root, base templates and design tokens."""
