"""Files of a project to documents and settings: bytes, and where they came from."""
