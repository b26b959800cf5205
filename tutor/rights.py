"""Who may touch whose account: nobody gets at rights that they do not hold themselves."""

from django.contrib.auth.models import Permission
from django.db.models import Q
from django.http import HttpRequest

from tutor.models import User


def may_touch(request: HttpRequest, user: User) -> bool:
    """Tell whether whoever asks may change this account and what one signs in to it with.

    Whoever can set a password or an address can sign in as its owner.
    """
    asking = request.user
    assert isinstance(asking, User)
    if asking.is_superuser or asking == user:
        return True
    return not user.is_superuser and rights_of(user) <= rights_of(asking)


def rights_of(user: User) -> set[int]:
    """Return the permissions of an account, also of one that is locked: it may be opened again."""
    held = Permission.objects.filter(Q(user=user) | Q(group__user=user))
    return set(held.values_list("pk", flat=True))
