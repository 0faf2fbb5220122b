"""Feeds: what is new in each edition, story by story, as Atom and as JSON Feed.

An entry is a story as one edition tells it, so there is one only where an edition has something new. It stays what it is;
facts that a later edition takes back leave it, and its date of change is then that edition's.
"""

from beleg.render.feeds.atom import atom
from beleg.render.feeds.entry import LONGEST, Entry, Feed, Line, Origin, stamp
from beleg.render.feeds.jsonfeed import json_feed

__all__ = ["LONGEST", "Entry", "Feed", "Line", "Origin", "atom", "json_feed", "stamp"]
