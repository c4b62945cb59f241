"""`POST /small/<key>/` makes a mark, `GET` answers the regions; everything else is the site's own."""

from __future__ import annotations

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from studio.live.catch_up import answer_regions
from studio.live.view import View
from studio.models import Member, Stream
from studio.urls import urlpatterns as of_the_site
from studio.web.devices import caller
from tests.live import fake


@csrf_exempt
def small(request: HttpRequest, key: str) -> HttpResponse:
    began = time.perf_counter()
    stream = get_object_or_404(Stream, key=key)
    if request.method == "POST":
        by = Member.objects.filter(group_id=stream.group_id).order_by("pk").values_list("pk", flat=True)[0]
        done = fake.mark(stream.pk, by, request.body.decode())
        return HttpResponse(status=204, headers={"X-Stream-Version": str(done.v), "X-Began": str(began)})
    return answer_regions("fake", View.through(fake.door(caller(request), stream)))


urlpatterns = [path("small/<key>/", small), *of_the_site]
