"""Every command of a deck by its name, read off the verbs."""

from cards.rules.command import Command, Moment
from cards.verbs.registry import EVERY

__all__ = ["Command", "Moment"]

globals().update({verb.command.__name__: verb.command for verb in EVERY})
