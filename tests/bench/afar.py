"""Whoever visits is taken for another machine in the same house, whose documents are sent small."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from studio.web.devices import GetResponse

SOMEBODY_ELSE = "192.168.1.20"


def from_afar(get_response: GetResponse) -> GetResponse:
    """A middleware before all others."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.META["REMOTE_ADDR"] = SOMEBODY_ELSE
        return get_response(request)

    return answer
