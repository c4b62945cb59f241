"""Photographs and picture files on cards: read, drawn anew in a sealed process, kept by their digest, and swept."""
