"""Measurements; each prints one line of JSON with ratios taken in the same run."""
