"""REST of this app: parse, authorise, call one service, answer."""
