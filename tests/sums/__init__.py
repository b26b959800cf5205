"""A second subject, as small as one can be: what it needs shows what any subject needs."""
