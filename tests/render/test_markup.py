"""The quick way of taking a page apart tells the same as `html.parser`."""

from html.parser import HTMLParser

from hypothesis import example, given
from hypothesis import strategies as st

from beleg.render import markup


class Told(HTMLParser):
    """All that a page tells, texts that follow one another as one."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.told = []

    def handle_starttag(self, tag, attrs):
        self.told.append(("start", tag, attrs))

    def handle_startendtag(self, tag, attrs):
        self.told.append(("empty", tag, attrs))

    def handle_endtag(self, tag):
        self.told.append(("end", tag))

    def handle_data(self, data):
        if self.told and self.told[-1][0] == "data":
            data = self.told.pop()[1] + data
        self.told.append(("data", data))


def quickly(text):
    told = Told()
    markup.feed(told, text)
    return told.told


def slowly(text):
    told = Told()
    told.feed(text)
    told.close()
    return told.told


PIECES = [
    "<p>", "</p>", '<a href="x?a=1&amp;b=2" CLASS="a b">', "</a>", "<br>", '<use href="#m"/>', "<path d='M0'/>", "Wert &lt; 5",
    "&nbsp;", "&copy", "&#8222;", "a > b", "<", "<!-- <p> -->", "<script>", "</script>", "<script src=x>", "<title>", "</title>",
    "<style>", "</style>", "</p >", "</p class=x>", "<p hidden>", '<p\n id="i">', '<p id="a<b">', '<p id="&copy=1">', "\n", "Њ",
    "<svg:use/>", "<noscript>", "</noscript>", "<textarea>", "</textarea>", "<![CDATA[x]]>", "<?x?>", '<p id="a"class="b">', "<p",
]  # fmt: skip


@given(st.booleans(), st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
@example(True, '<p class="say">a &amp; b</p><br><use href="#m"/>')
def test_any_page_tells_the_same(doctype, body):
    text = ("<!doctype html>\n" if doctype else "") + body
    assert quickly(text) == slowly(text)


def test_plain_pages_are_not_left_to_the_parser(monkeypatch):
    """As all of ours are; a test of the speed that counts no seconds."""
    text = '<!doctype html>\n<title>a</title><script src="x.js" defer></script><p class="say">a &amp; b</p><br>\n'
    told = Told()
    monkeypatch.setattr(told, "feed", None)
    markup.feed(told, text)
    assert ("data", "a & b") in told.told
