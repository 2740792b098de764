"""Saved graphs as the source of a model: written in the words of their framework, then converted as any file is."""

from hybridc.exported.conversion import check_export, convert_export, trace_export

__all__ = ["check_export", "convert_export", "trace_export"]
