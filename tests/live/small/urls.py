"""`POST /small/<key>/` makes a mark, `GET` answers the regions; everything else is the site's own."""

from __future__ import annotations

import time

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from studio.live.catch_up import answer_regions
from studio.live.view import View
from studio.urls import urlpatterns as of_the_site
from studio.web.devices import caller
from tests.live import fake


@csrf_exempt
def small(request: HttpRequest, key: str) -> HttpResponse:
    began = time.perf_counter()
    stream = fake.stream_of.first(key)
    if stream is None or stream.group_id is None:
        raise Http404
    if request.method == "POST":
        by = fake.members_of.first(stream.group_id)
        done = fake.mark(stream.pk, by, request.body.decode())
        return HttpResponse(status=204, headers={"X-Stream-Version": str(done.v), "X-Began": str(began)})
    return answer_regions("fake", View.through(fake.door(caller(request), stream)))


urlpatterns = [path("small/<key>/", small), *of_the_site]
