"""What people do about themselves and their groups. Each verb is one transaction, or it is refused whole."""

from studio.actions.accounts import (
    ask_for_notices,
    change_password,
    hide_my_cards,
    make_account,
    make_recovery_code,
    reset_password,
    show_my_cards,
    sign_in,
    sign_out,
    stop_notices,
    use_recovery_code,
)
from studio.actions.arrivals import arrive, join, knock, let_in, rename, start_group, turn_away
from studio.actions.claims import answer_claim, say_who_i_am
from studio.actions.departures import forget_me, leave, raise_epoch, remove, revoke_device

__all__ = [
    "answer_claim",
    "arrive",
    "ask_for_notices",
    "change_password",
    "forget_me",
    "hide_my_cards",
    "join",
    "knock",
    "leave",
    "let_in",
    "make_account",
    "make_recovery_code",
    "raise_epoch",
    "remove",
    "rename",
    "reset_password",
    "revoke_device",
    "say_who_i_am",
    "show_my_cards",
    "sign_in",
    "sign_out",
    "start_group",
    "stop_notices",
    "turn_away",
    "use_recovery_code",
]
