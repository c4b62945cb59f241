"""Decks: proposing, judging, archiving, printing."""

from django.apps import AppConfig

SETTLE_SECONDS = 5  # one look into an index each time: a deadline is kept within seconds, for nothing that shows


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        from cards import actions, regions, wording
        from cards.actions import notices
        from cards.pictures import shelf
        from cards.ports import Decks
        from cards.printing.queue import away, files, jobs, runner, standing
        from cards.queries.shop import jobs as print_jobs
        from cards.search import filling
        from cards.search import shelf as archive
        from cards.storage import shelved
        from studio.ports import DECKS
        from studio.server import health, run, ticks
        from studio.wording import REFUSALS

        DECKS.fill(Decks())
        REFUSALS.register(wording.DECKS, wording.FACES, wording.PICTURES, wording.PAPER)
        regions.register()
        ticks.every(SETTLE_SECONDS, "settle the ballots that are due", actions.settle_due)
        ticks.every(SETTLE_SECONDS, "tell who asked for it that a vote waits", notices.tell_who_waits_in_a_thread)
        ticks.every(3600, "forget old notices", notices.forget_old_notices)
        ticks.every(3, "print what is waiting", print_jobs.take_up)
        ticks.every(60, "look whether the press is there", away.look_for_the_press)
        health.DEGRADED["press"] = away.is_press_away
        run.TELLS.append(standing.walls_in_words)
        ticks.at_the_beginning("know what stands in the archive", archive.catalogue)
        ticks.at_the_beginning("know whether all of it has been gone through", filling.is_whole)
        ticks.before_the_end("put back what is on the press", runner.put_back)
        ticks.every(60, "keep the press small", files.keep_small)
        ticks.every(1800, "sweep pictures that no card shows", shelf.sweep)
        ticks.every(3, "go through the archive", shelved.go_through)
        ticks.every(600, "count what is played and printed", filling.count_anew)
        ticks.every(600, "forget who asked for prints", jobs.forget_askers)
