"""`beleg fetch`: feeds and pages from the network into the archive."""
