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


def lines(language: str) -> dict[str, dict[str, list[str]]]:
    """Table → key → names, as CLDR spells them; months from January, weekdays from Monday."""
    locale = Locale.parse(_LOCALES[language])
    months = {"wide": ("wide", "format"), "standalone": ("wide", "stand-alone"), "short": ("abbreviated", "format")}
    days = {"wide": ("wide", "format")}
    return {
        "months": {
            key: [get_month_names(width, context, locale)[month] for month in range(1, 13)]
            for key, (width, context) in months.items()
        },
        "weekdays": {
            key: [get_day_names(width, context, locale)[day] for day in range(7)] for key, (width, context) in days.items()
        },
    }


def written(text: str, language: str) -> str:
    """The text of a lexicon with these lines as CLDR has them."""
    for table, names in lines(language).items():
        for key, values in names.items():
            pattern = re.compile(rf"(?ms)(^\[{table}\]$(?:(?!^\[).)*?^{key} = )\[[^\]\n]*\]")
            line = json.dumps(values, ensure_ascii=False)
            text, count = pattern.subn(lambda found, line=line: found.group(1) + line, text)
            if count != 1:
                raise SystemExit(f"{language}.toml: [{table}] has no line {key}; add `{key} = []`")
    return text


def main() -> None:
    for language in LANGUAGES:
        path = FOLDER / f"{language}.toml"
        path.write_text(written(path.read_text("utf-8"), language), "utf-8")


if __name__ == "__main__":
    main()
