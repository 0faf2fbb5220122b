"""What was fetched, kept as it came: one WARC a month, and a ledger with one line an attempt.

`beleg fetch` writes it, builds only read it, and neither changes what is in it. The ledger, `fetches.jsonl`, leads: what
it names is whole on disk before the line is.
"""

from beleg.ingest.archive.reader import Archive, held_off
from beleg.ingest.archive.verification import Counts, verify
from beleg.ingest.archive.warc import sha256
from beleg.ingest.archive.writer import Writer, writing

__all__ = ["Archive", "Counts", "Writer", "held_off", "sha256", "verify", "writing"]
