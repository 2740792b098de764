"""Expressions in other words: of whole arrays, or with what names stand for written out."""
