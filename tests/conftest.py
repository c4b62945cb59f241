"""Fixtures every room may use."""

from __future__ import annotations
