"""What a user may set: a TOML preset, then the environment, then flags, each overriding the one before."""
