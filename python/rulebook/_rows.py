"""Tables as lists of dicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

__all__ = ["Rows"]


class Rows(list[dict[str, Any]]):
    """A table as a list of dicts, a row each."""

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a pandas data frame."""
        import pandas

        return pandas.DataFrame(list(self))

    def _repr_html_(self) -> str | None:
        try:
            return self.to_pandas().to_html(index=False)
        except ImportError:
            return None
