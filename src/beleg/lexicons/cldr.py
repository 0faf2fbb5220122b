"""Write the names of months and weekdays that CLDR has into the lexicons: `python -m beleg.lexicons.cldr`.

The lines `wide`, `standalone` and `short` of [months] and [weekdays] are its own; what stands in the `forms` beside them
is written by hand and stays. Nothing reads Babel at run time.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from babel import Locale
from babel.dates import get_day_names, get_month_names

from beleg.lexicons import LANGUAGES

_LOCALES = {"de": "de", "ru": "ru", "sr": "sr_Cyrl"}
FOLDER = Path(__file__).parent


def names(language: str) -> dict[tuple[str, str], list[str]]:
    """Table and key → names, as CLDR spells them; months from January, weekdays from Monday."""
    locale = Locale.parse(_LOCALES[language])
    wide = get_month_names("wide", "format", locale)
    standalone = get_month_names("wide", "stand-alone", locale)
    short = get_month_names("abbreviated", "format", locale)
    days = get_day_names("wide", "format", locale)
    return {
        ("months", "wide"): [wide[month] for month in range(1, 13)],
        ("months", "standalone"): [standalone[month] for month in range(1, 13)],
        ("months", "short"): [short[month] for month in range(1, 13)],
        ("weekdays", "wide"): [days[day] for day in range(7)],
    }


def written(text: str, language: str) -> str:
    """The text of a lexicon with these lines as CLDR has them."""
    for (table, key), values in names(language).items():
        found = re.search(rf"(?ms)^\[{table}\]$(?:(?!^\[).)*?^{key} = (\[[^\]\n]*\])", text)
        if found is None:
            raise SystemExit(f"{language}.toml: [{table}] has no line {key}; add `{key} = []`")
        text = text[: found.start(1)] + json.dumps(values, ensure_ascii=False) + text[found.end(1) :]
    return text


def main() -> None:
    for language in LANGUAGES:
        path = FOLDER / f"{language}.toml"
        path.write_text(written(path.read_text("utf-8"), language), "utf-8")


if __name__ == "__main__":
    main()
