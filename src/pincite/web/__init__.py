"""The page in the browser: files that are built from `web/`, and the routes that serve them."""
