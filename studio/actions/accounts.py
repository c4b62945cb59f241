"""Accounts and spare keys: the optional ways of being the same person on another device.

Whoever signs in gets a new device secret; every secret and spare key from before that moment which
somebody else could have prepared stops working. A wrong name and a wrong password get the same answer.
"""

from __future__ import annotations

import hashlib
import secrets

from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User, update_last_login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from studio.access import knower
from studio.actions.merges import absorb
from studio.actions.stand_ins import nobody_stands_in_for, stand_down
from studio.kernel.refusals import Refused
from studio.models import Device, Person, PushSubscription, RecoveryCode
from studio.people import unfinished
from studio.people.devices import Caller, Entered, Visit, give_device, take_device
from studio.people.hints import rights_changed
from studio.people.join_codes import left_behind
from studio.people.limits import (
    ACCOUNT_PACE,
    NOTICES_PACE,
    PASSWORD_MAX,
    PUSH_DEVICES_MAX,
    RECOVERY_PACE,
    SIGN_IN_NAME_MAX,
    SIGN_IN_NAME_PACE,
    SIGN_IN_PACE,
)
from studio.people.makers import new_key
from studio.people.membership import refuse_stand_in
from studio.people.names import clean_name, name_key
from studio.people.notices import PushTarget, checked
from studio.people.watch import masked, saw
from studio.web.ratelimit import take_try

CODE_LETTERS = "CFGHJKMNPRTVWXY34679"
CODE_GROUPS, CODE_GROUP = 5, 4  # 20 characters of 20: 86 bits

_WEAKNESS = {
    "password_too_short": "account.password_short",
    "password_too_common": "account.password_common",
    "password_entirely_numeric": "account.password_numeric",
    "password_too_similar": "account.password_similar",
}


def make_account(visit: Visit, *, name: str, password: str) -> Entered:
    """Give the person on this device a name and password to sign in with elsewhere.

    Their other devices are signed out and their recovery code goes: whoever set one of them up could
    otherwise come along into the account. Raises Refused (account.*, name.*, person.unknown).
    """
    person_id = knower(visit.who)
    take_try("account", visit.network, ACCOUNT_PACE)
    shown = clean_name(name, SIGN_IN_NAME_MAX)
    with transaction.atomic():
        refuse_stand_in(person_id)
        nobody_stands_in_for(person_id)
        person = Person.objects.select_for_update(of=("self",)).select_related("account").get(pk=person_id)
        if person.account is not None:
            raise Refused("account.exists", name=person.account.first_name)
        user = User(username=name_key(shown), first_name=shown)
        _refuse_weak(password, user, person.name)
        user.set_password(password)
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            raise Refused("account.taken", name=person.name) from None
        person.account = user
        person.save(update_fields=["account"])
        _revoke_all(person_id)
        saw("account.made", person=person_id)
        return give_device(visit, person)


def sign_in(visit: Visit, *, name: str, password: str, bring: bool = True, leave: bool = False) -> Entered:
    """Be the person of an account on this device. With `bring`, what the guest on it made comes along.

    Without it, what nobody could come back to is left behind only by who says so (`leave`).
    Raises Refused (account.sign_in, account.two, account.leaves_behind, tries.too_many).
    """
    take_try("sign in", visit.network, SIGN_IN_PACE)
    take_try("sign in as", name_key(name[:SIGN_IN_NAME_MAX]), SIGN_IN_NAME_PACE)
    user = None
    if len(password) <= PASSWORD_MAX and len(name) <= SIGN_IN_NAME_MAX * 2 and "\x00" not in name:
        user = authenticate(username=_username(name), password=password)
    if not isinstance(user, User):
        saw("sign_in.failed", name=masked(name_key(name[:SIGN_IN_NAME_MAX])), network=masked(visit.network))
        raise Refused("account.sign_in")
    with transaction.atomic():
        person, _ = Person.objects.get_or_create(
            account=user, defaults={"name": clean_name(user.first_name or user.username)}
        )
        entered = _become(visit, person, bring=bring, leave=leave)
        update_last_login(None, user)  # type: ignore[arg-type]
        saw("sign_in.done", person=person.pk, network=masked(visit.network))
    return entered


def _username(name: str) -> str:
    """The host makes accounts by Django's own command, which keeps a name as it was typed."""
    return name if User.objects.filter(username=name, is_staff=True).exists() else name_key(name)


def sign_out(who: Caller) -> None:
    """Their device knows nobody any more, and what they had only begun to write goes."""
    take_device(who)
    if who.person_id is not None:
        unfinished.drop_all(who.person_id)
        rights_changed(who.person_id)


def change_password(visit: Visit, *, old: str, new: str) -> Entered:
    """Another password; all other devices are signed out."""
    person_id = knower(visit.who)
    take_try("sign in", visit.network, SIGN_IN_PACE)
    with transaction.atomic():
        person = Person.objects.select_for_update(of=("self",)).select_related("account").get(pk=person_id)
        if person.account is None:
            raise Refused("account.none")
        is_theirs = len(old) <= PASSWORD_MAX and person.account.check_password(old)
        if is_theirs:
            _refuse_weak(new, person.account, person.name)
            person.account.set_password(new)
            person.account.save(update_fields=["password"])
            _revoke_all(person_id)
            saw("password.changed", person=person_id)
            return give_device(visit, person)
    saw("password.wrong", person=person_id, network=masked(visit.network))
    raise Refused("account.old_password")


def reset_password(*, name: str, password: str) -> None:
    """For the host: a new password for a sign-in name; all its devices are signed out. Refused("account.sign_in")."""
    with transaction.atomic():
        user = User.objects.filter(username=name_key(name)).first() or User.objects.filter(username=name).first()
        if user is None:
            raise Refused("account.sign_in")
        _refuse_weak(password, user, name)
        user.set_password(password)
        user.save(update_fields=["password"])
        Device.objects.filter(person__account=user, revoked_at__isnull=True).update(revoked_at=timezone.now())
        saw("password.reset_by_host", account=user.pk)


def make_recovery_code(*, person_id: int) -> str:
    """A new spare key, told this once; the one before stops working. "K7MN-42…", 20 characters in five groups.

    Raises Refused (claim.not_yet).
    """
    refuse_stand_in(person_id)
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_GROUPS * CODE_GROUP))
    RecoveryCode.objects.update_or_create(
        person_id=person_id, defaults={"code_hash": _code_hash(code), "created_at": timezone.now()}
    )
    saw("recovery_code.made", person=person_id)
    return "-".join(code[i : i + CODE_GROUP] for i in range(0, len(code), CODE_GROUP))


def use_recovery_code(
    visit: Visit, *, code: str, bring: bool = True, leave: bool = False, keep: bool = False
) -> Entered:
    """Be its person on this device. The code is spent; the lost devices are signed out, unless asked to `keep` them.

    `bring` and `leave` as for `sign_in`. Raises Refused (recovery.wrong, account.two, account.leaves_behind,
    tries.too_many).
    """
    take_try("recovery code", visit.network, RECOVERY_PACE)
    if not RecoveryCode.objects.filter(code_hash=_code_hash(code[:100])).exists():
        saw("recovery_code.failed", network=masked(visit.network))
        raise Refused("recovery.wrong")
    with transaction.atomic():
        spare = RecoveryCode.objects.select_for_update().filter(code_hash=_code_hash(code[:100])).first()
        if spare is None:
            raise Refused("recovery.wrong")
        person = Person.objects.get(pk=spare.person_id)
        spare.delete()
        entered = _become(visit, person, bring=bring, leave=leave)
        here = entered.who.device_id
        if not keep and here is not None:
            others = Device.objects.filter(person=person, revoked_at__isnull=True).exclude(pk=here)
            others.update(revoked_at=timezone.now())
            rights_changed(person.pk)
        saw("recovery_code.used", person=person.pk, network=masked(visit.network))
    return entered


def _become(visit: Visit, person: Person, *, bring: bool, leave: bool) -> Entered:
    who = visit.who
    if who.person_id is not None and who.person_id != person.pk:
        stand_down(who.person_id, but_for=person.pk if bring else None)
        if bring and who.has_account:
            raise Refused("account.two", name=who.name)
        if bring:
            nobody_stands_in_for(who.person_id, but_for=person.pk)
            absorb(who.person_id, person.pk, with_devices=False)
        elif not leave and (what := left_behind(who.person_id, who.device_id)):
            raise Refused("account.leaves_behind", what=what)
    return give_device(visit, person)


def _refuse_weak(password: str, user: User, name: str) -> None:
    if not password:
        raise Refused("account.password_empty")
    if len(password) > PASSWORD_MAX:
        raise Refused("account.password_long", limit=PASSWORD_MAX)
    try:
        validate_password(password, User(username=user.username, first_name=user.first_name, last_name=name))
    except ValidationError as problem:
        first = problem.error_list[0]
        limit = (first.params or {}).get("min_length", "")
        raise Refused(_WEAKNESS.get(first.code or "", "account.password_weak"), limit=limit) from None


def _revoke_all(person_id: int) -> None:
    Device.objects.filter(person_id=person_id, revoked_at__isnull=True).update(revoked_at=timezone.now())
    RecoveryCode.objects.filter(person_id=person_id).delete()
    rights_changed(person_id)


def _code_hash(code: str) -> str:
    letters = "".join(letter for letter in code.upper() if letter.isalnum())
    return hashlib.sha256(letters.encode(errors="replace")).hexdigest()


def show_my_cards(*, person_id: int) -> None:
    """Each time at a new address: one that was taken back leads nowhere again."""
    refuse_stand_in(person_id)
    Person.objects.filter(pk=person_id, maker_key=None, forgotten_at=None).update(maker_key=new_key())


def hide_my_cards(*, person_id: int) -> None:
    Person.objects.filter(pk=person_id).update(maker_key=None)


def ask_for_notices(*, person_id: int, device_id: int, target: PushTarget) -> None:
    """This browser is told from now on. A browser has one address; asking again puts the new one in its place.

    Raises Refused (push.off, push.unknown, push.many, tries.too_many).
    """
    if not settings.PUSH_PUBLIC_KEY:
        raise Refused("push.off")
    take_try("notices", f"person:{person_id}", NOTICES_PACE)
    given = checked(target)
    try:
        with transaction.atomic():
            list(Device.objects.select_for_update().filter(person_id=person_id))
            PushSubscription.objects.filter(device_id=device_id).delete()
            others = PushSubscription.objects.filter(device__person_id=person_id, device__revoked_at=None)
            if others.count() >= PUSH_DEVICES_MAX:
                raise Refused("push.many", limit=PUSH_DEVICES_MAX)
            PushSubscription.objects.create(
                device_id=device_id, endpoint=given.endpoint, p256dh=given.p256dh, auth=given.auth, at=timezone.now()
            )
    except IntegrityError:  # the address of another device of ours: a browser that was somebody else before
        raise Refused("push.unknown") from None


def stop_notices(*, device_id: int) -> None:
    PushSubscription.objects.filter(device_id=device_id).delete()
