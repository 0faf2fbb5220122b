"""What the wheel carries beyond `src/beleg`: the templates, with compiled catalogs in the place of the `.po` files.

An editable install gets none of it: there the checkout's own `templates/` are read.
"""

import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TemplatesHook(BuildHookInterface):
    """Adds `templates/` as `beleg/templates`."""

    _made: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files to include; catalogs are compiled into a folder that goes again once the wheel is there."""
        if version == "editable":
            return
        templates = Path(self.root, "templates")
        self._made = Path(tempfile.mkdtemp(prefix="beleg-catalogs-"))
        for path in sorted(templates.rglob("*")):
            if not path.is_file() or path.suffix in (".mo", ".pot"):
                continue
            file, place = path, path.relative_to(templates)
            if path.suffix == ".po":
                place = place.with_suffix(".mo")
                file = self._made / "-".join(place.parts)
                file.write_bytes(_compiled(path))
            build_data["force_include"][str(file)] = f"beleg/templates/{place.as_posix()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled catalogs."""
        del version, build_data, artifact_path
        if self._made:
            shutil.rmtree(self._made)


def _compiled(catalog: Path) -> bytes:
    out = BytesIO()
    with catalog.open("rb") as stream:
        write_mo(out, read_po(stream))
    return out.getvalue()
