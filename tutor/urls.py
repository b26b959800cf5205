"""Every address of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView

from lessons.views import home
from tutor import health, views
from tutor.api import ExportView, MeView, RootView
from tutor.signup import SignUp

api: list[URLPattern | URLResolver] = [
    path("", RootView.as_view(), name="api-root"),
    path("me/", MeView.as_view(), name="me"),
    path("me/export/", ExportView.as_view(), name="me-export"),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[]), name="schema"),
    path("", include("lessons.api_urls")),
    path("", include("review.api_urls")),
    path("", include("quizzes.api_urls")),
]

urlpatterns = [
    path("", home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include(api)),
    path("admin/", admin.site.urls),
    path("accounts/signup/", SignUp.as_view(), name="account_signup"),
    path("accounts/", include("allauth.account.urls")),
    path("settings/", views.settings_page, name="settings"),
    path("settings/tokens/", views.new_token, name="new-token"),
    path("settings/tokens/<uuid:public_id>/revoke/", views.revoke_token, name="revoke-token"),
    path("review/", include("review.urls")),
    path("", include("lessons.urls")),
]

handler400 = "tutor.refusals.bad_request"
handler404 = "tutor.refusals.not_found"
