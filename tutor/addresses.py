"""The e-mail address of an account: how long it may be, and how another takes its place."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import AddEmailForm
from allauth.account.models import EmailAddress
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

LONGEST_ADDRESS = 254  # as in User.email and in allauth's table of addresses


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # it has no types
    """What allauth asks about our accounts."""

    def clean_email(self, email: str) -> str:
        """Refuse an address that cannot be kept whole: a part of it is another address."""
        if len(email) > LONGEST_ADDRESS:
            raise ValidationError(
                _("An e-mail address has at most %(n)d characters.") % {"n": LONGEST_ADDRESS}
            )
        return str(super().clean_email(email))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Take an address as its owner's; leave all as it was if another account signs in by it."""
        try:
            with transaction.atomic():
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            said = "account/messages/email_confirmation_failed.txt"
            self.add_message(request, messages.ERROR, said, {"email": email_address.email})
            return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Lead back to the settings, from where one came."""
        return reverse("settings")


class NewAddressForm(AddEmailForm):  # type: ignore[misc]  # it has no types
    """Another address, which takes the place of the old one once it is confirmed."""

    def save(self, request: HttpRequest) -> EmailAddress:
        """Wait for this address to be confirmed, and for no other; the old one stays meanwhile."""
        waiting = EmailAddress.objects.filter(user=self.user, verified=False)
        waiting.exclude(email=self.user.email).delete()
        wanted = self.cleaned_data["email"]
        return EmailAddress.objects.add_email(request, self.user, wanted, confirm=True)
