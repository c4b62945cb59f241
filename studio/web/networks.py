"""Which addresses of the network count as one network."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

ADDRESSES_MAX = 1000  # of visitors, whose networks are known without reading them again


@lru_cache(ADDRESSES_MAX)
def network(address: str) -> str:
    """A whole /64 of IPv6 is one network, for one household holds it; anything that is no address stays as it is."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((int(known) >> 64 << 64, 64)))
    return str(known)
