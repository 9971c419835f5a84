"""An arbiter's pages in a real browser, and what stands on them."""

from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

from facts.envelope import Actor
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import CHIEF

DESKTOP = (1280, 800)
PHONE = (390, 844)


class Looking:
    """Pages that arbiters have open; anything a page complains of is kept."""

    def __init__(self, visit: Visit, browser: Browser) -> None:
        self.visit = visit
        self.browser = browser
        self.complaints: list[str] = []
        self.expects_silence = False
        """The program is stopped in this test, and the browser says that nobody answers."""
        self.contexts: list[BrowserContext] = []

    async def page(
        self, actor: Actor = CHIEF, size: tuple[int, int] = DESKTOP, tab: str = "round"
    ) -> Page:
        context = await self.browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        await page.goto(self.visit.server.sign_in_link(actor.name, actor.role))
        await expect(page.locator("#me")).to_contain_text(actor.name)
        if tab != "round":
            await page.click(f"[data-tab={tab}]")
        return page


def row(page: Page, board: int) -> Locator:
    return page.locator(f"tr[data-board='{board}']")
