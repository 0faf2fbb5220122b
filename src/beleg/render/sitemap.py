"""What programs that walk the site are told: `sitemap.xml` and `robots.txt`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

# Addresses of one file. 50,000 and 50 MB are allowed; with its other languages each takes about a kilobyte, and a site that
# grows sends only its last file again.
MOST: Final = 10_000
_HEAD: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
_SCHEMA: Final = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page that exists in every locale, from the locale's folder."""

    path: str
    # ISO 8601 day; None where nobody gives one.
    changed: str | None


def sitemaps(address: str, locales: Sequence[str], pages: Iterable[Page]) -> Iterator[tuple[str, bytes]]:
    """The files that list the pages: one, or an index and the files that it names.

    Args:
        address: Of the site, with a slash behind it.
        locales: As in addresses.
        pages: In the order of the list; what seldom changes should come first.
    """
    room = max(1, MOST // len(locales))
    listed = list(pages)
    parts = [listed[at : at + room] for at in range(0, len(listed), room)] or [[]]
    if len(parts) == 1:
        yield "sitemap.xml", _urls(address, locales, parts[0])
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    entries = "".join(f"<sitemap><loc>{escape(address + name)}</loc></sitemap>\n" for name in names)
    yield "sitemap.xml", f'{_HEAD}<sitemapindex xmlns="{_SCHEMA}">\n{entries}</sitemapindex>\n'.encode()
    for name, part in zip(names, parts, strict=True):
        yield name, _urls(address, locales, part)


def _urls(address: str, locales: Sequence[str], pages: Iterable[Page]) -> bytes:
    lines = [f'{_HEAD}<urlset xmlns="{_SCHEMA}" xmlns:xhtml="http://www.w3.org/1999/xhtml">']
    base = escape(address, {'"': "&quot;"})
    for page in pages:
        path = escape(page.path, {'"': "&quot;"})
        changed = f"<lastmod>{page.changed}</lastmod>" if page.changed else ""
        others = "".join(
            f'<xhtml:link rel="alternate" hreflang="{one}" href="{base}{one}/{path}"/>' for one in locales
        )  # fmt: skip
        lines += [f"<url><loc>{base}{one}/{path}</loc>{changed}{others}</url>" for one in locales]
    lines.append("</urlset>\n")
    return "\n".join(lines).encode()


def robots(address: str) -> bytes:
    """Everything may be read; and where the list of pages is, if the site has an address."""
    listed = f"\nSitemap: {address}sitemap.xml\n" if address else ""
    return f"User-agent: *\nDisallow:\n{listed}".encode()
