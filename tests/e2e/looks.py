"""What is wrong with how a page stands: what axe finds in light and dark, and sideways scroll.

axe waits for promises, which never come true in a page whose scripts are off; so the pages that
plain forms lead to are reached by `form.submit()`, which htmx does not see.
"""

from typing import Any

from axe_playwright_python.base import AXE_FILE_PATH

AXE = AXE_FILE_PATH.read_text(encoding="utf-8")
# Between light and dark only colours differ.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}
FIND = """
async ([within, options]) => {
  const { violations } = await axe.run(within, { resultTypes: ["violations"], ...options });
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target} — ${node.failureSummary}`));
}
"""
WIDER_THAN_PAGE = """
() => {
  const room = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= room) return [];
  const isWide = (node) => node.getBoundingClientRect().right > room + 0.5;
  return [...document.body.querySelectorAll("*")].filter(isWide).slice(0, 9)
    .map((node) => `wider than ${room} px: ${node.tagName} ${node.className} ${node.id}`)
    .concat(`scrolls sideways at ${room} px`);
}
"""
WIDTHS = (390, 320)
STRICT_POLICY = {
    "default-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


def assert_looks_right(page: Any, within: str = "html", **more: Any) -> None:
    """Fail on whatever axe finds `within`, in light and dark, and on a page wider than a phone.

    `more` are further options of axe.
    """
    page.evaluate(AXE)
    problems = []
    for scheme, options in RULES.items():
        page.emulate_media(color_scheme=scheme)
        found = page.evaluate(FIND, [within, options | more])
        problems += [f"{scheme}: {problem}" for problem in found]
    page.emulate_media(color_scheme="light")
    wide = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        problems += page.evaluate(WIDER_THAN_PAGE)
    page.set_viewport_size(wide)
    assert not problems, f"{page.url}\n" + "\n".join(problems)


def assert_policy_is_strict(response: Any) -> None:
    """Fail unless the content security policy is exactly ours, without inline anything."""
    policy = response.headers["content-security-policy"]
    assert {part.strip() for part in policy.split(";")} == STRICT_POLICY
