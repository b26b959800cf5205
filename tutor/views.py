"""The settings page."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from review import wording
from review.http import signed_in
from review.services import plan_of
from tutor.account import change_settings
from tutor.forms import SettingsForm, TokenForm
from tutor.models import AccessToken, User
from tutor.refusals import form_only
from tutor.tokens import MAX_TOKENS, TooManyTokensError, make_token

SHOWN_ONCE = "settings.shown_once"  # in the session, from the making of a token to its showing


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show and change the learner's settings."""
    user = _user(request)
    form = _settings_form(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(user=user, changes=form.changed_values(), now=timezone.now())
        except ValidationError as problem:
            form.add_error(None, problem)
        else:
            return redirect(f"{request.path}?saved=1")
    shown = {"form": form, "saved": "saved" in request.GET}
    if request.method == "GET":
        shown["new_token"] = request.session.pop(SHOWN_ONCE, "")
    context = _context(user, **shown)
    return render(request, "tutor/settings.html", context, status=422 if form.errors else 200)


@form_only("settings")
@signed_in
def new_token(request: HttpRequest) -> HttpResponse:
    """Make an access token, which the settings page then shows this once."""
    user = _user(request)
    form = TokenForm(request.POST)
    if form.is_valid():
        try:
            _row, secret = make_token(user, form.cleaned_data["name"])
        except TooManyTokensError:
            full = _("You have %(n)d tokens; revoke one first.") % {"n": MAX_TOKENS}
            form.add_error(None, full)
        else:
            request.session[SHOWN_ONCE] = secret
            return redirect("settings")
    context = _context(user, form=_settings_form(user), token_form=form)
    return render(request, "tutor/settings.html", context, status=422)


@form_only("settings")
@signed_in
def revoke_token(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete one of the learner's own tokens."""
    get_object_or_404(AccessToken, user=_user(request), public_id=public_id).delete()
    return redirect("settings")


def _settings_form(user: User, posted: QueryDict | None = None) -> SettingsForm:
    plan = plan_of(user.pk)
    return SettingsForm(posted, plan=plan, language=user.language, now=timezone.now())


def _context(user: User, **more: Any) -> dict[str, Any]:
    tokens = AccessToken.objects.filter(user=user).order_by("created_at")
    return {
        "tokens": [
            {
                "id": token.public_id,
                "name": token.name,
                "prefix": token.prefix,
                "created_at": token.created_at,
                "last_used_at": token.last_used_at,
            }
            for token in tokens
        ],
        "token_form": TokenForm(),
        "retention_note": wording.workload(0.8, 0.9, 0.95),
        **more,
    }


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
