"""Sheets as geometry: papers, how cards of each size lie on them, cut guides, the foot. Pure."""
