"""The host's key for Web Push (VAPID, RFC 8292): made, and its public half."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

KEY_BYTES = 32


def new_key() -> str:
    """A private key of the curve P-256, its 32 bytes in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _written(number.to_bytes(KEY_BYTES, "big"))


def public_half(key: str) -> str:
    """What browsers are given, base64url. Raises ValueError for what is no key."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    given = urlsafe_b64decode(key.encode("ascii") + b"=" * (-len(key) % 4))
    if len(given) != KEY_BYTES:
        raise ValueError
    private = ec.derive_private_key(int.from_bytes(given, "big"), ec.SECP256R1())
    return _written(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _written(given: bytes) -> str:
    return urlsafe_b64encode(given).decode("ascii").rstrip("=")
