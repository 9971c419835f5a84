"""The registers and the prize list, in a real browser."""

from playwright.async_api import expect

from facts.envelope import Draft
from facts.player import Player
from facts.registers import RegulationsSet
from facts.regulations import (
    AppealRules,
    AttendanceRules,
    DeadlineFrom,
    OffenceRule,
    PrizeRules,
    Regulations,
    Sanction,
    Step,
)
from facts.result import DRAWN, WHITE_WON
from tests.browser import IN_BROWSER
from tests.desk.arbiter.looking import Looking
from tests.desk.arbiter.visit import Visit
from tests.desk.scene import CHIEF, OPEN

pytestmark = IN_BROWSER

RULES = Regulations(
    offences=(OffenceRule("phone rang", (Step(Sanction.WARNING), Step(Sanction.LOSS))),),
    appeals=AppealRules(30, DeadlineFrom.ROUND_END, 3, 0),
    prizes=PrizeRules(places=(10_000, 5_000, 1_000), least=2_500),
)


async def by_the_rules(visit: Visit, rules: Regulations = RULES) -> None:
    fact = Draft(RegulationsSet(rules), visit.scene.clock.now(), CHIEF, OPEN)
    await visit.scene.log.append([fact])


def named(visit: Visit, place: int) -> Player:
    return list(visit.scene.desk.tournament(OPEN).players.values())[place].player


async def test_a_phone_is_handed_in_and_given_back(visit: Visit, looking: Looking) -> None:
    await by_the_rules(visit)
    who = named(visit, 0)
    page = await looking.page(tab="players")
    await page.locator(f'[data-key="hand-in-{who.id}"]').click()
    await page.locator('input[name="tag"]').fill("17")
    await page.get_by_role("button", name="Take it into keeping").click()
    await page.locator('[data-tab="registers"]').click()
    await expect(page.locator(".registers")).to_contain_text(f"{who.name}: phone 17")
    await page.get_by_role("button", name="Give back").click()
    await expect(page.locator(".registers")).to_contain_text("Nothing.")


async def test_the_second_offence_costs_what_the_regulations_say(
    visit: Visit, looking: Looking
) -> None:
    await by_the_rules(visit)
    who = named(visit, 1)
    page = await looking.page(tab="players")
    for _ in range(2):
        await page.locator(f'[data-key="sanction-{who.id}"]').click()
        await page.locator('select[name="offence"]').select_option("phone rang")
        await page.locator("#dialog-reason").fill("it rang")
        await page.get_by_role("button", name="Note it").click()
    await page.locator('[data-tab="registers"]').click()
    await expect(page.locator(".registers")).to_contain_text("an official warning")
    await expect(page.locator(".registers")).to_contain_text("the game is lost")


async def test_who_was_not_seen_at_the_check_in_is_removed(visit: Visit, looking: Looking) -> None:
    await by_the_rules(visit, Regulations(attendance=AttendanceRules(check_in=True)))
    page = await looking.page(tab="players")
    players = visit.scene.desk.tournament(OPEN).players
    for who in list(players)[:-1]:
        await page.locator(f'[data-key="seen-{who}"]').click()
    await expect(page.locator(".players")).to_contain_text("1 not seen yet")
    await page.locator('[data-key="end-check-in"]').click()
    await page.locator("#dialog").get_by_role("button", name="End the check-in").click()
    await expect(page.locator(".players")).to_contain_text("not seen at the check-in")


async def test_a_protest_is_recorded_and_decided(visit: Visit, looking: Looking) -> None:
    await by_the_rules(visit)
    await visit.scene.publish()
    page = await looking.page(tab="registers")
    await page.locator('[data-key="committee"]').click()
    for number in (1, 2, 3):
        who = named(visit, number)
        await page.locator(f'select[name="member-{number}"]').select_option(who.id)
    await page.get_by_role("button", name="Name it", exact=True).last.click()
    await expect(page.locator(".registers")).to_contain_text("Appeals committee:")
    await page.locator('[data-key="protest"]').click()
    await page.locator('select[name="player"]').select_option(named(visit, 0).id)
    await page.locator('input[name="against"]').fill("the touched piece")
    await page.get_by_role("button", name="Record it").click()
    await page.locator('[data-key="decide-1"]').click()
    await page.locator("#dialog-reason").fill("the game goes on")
    await page.get_by_role("button", name="Turned down").click()
    await expect(page.locator(".registers")).to_contain_text("Turned down: the game goes on")


async def test_the_prize_list_names_what_is_open(visit: Visit, looking: Looking) -> None:
    await by_the_rules(visit)
    await visit.scene.publish()
    await visit.scene.finish((WHITE_WON, WHITE_WON, DRAWN, DRAWN, DRAWN))
    page = await looking.page(tab="standings")
    await page.locator('[data-key="prizes"]').click()
    dialog = page.locator("#dialog")
    await expect(dialog).to_contain_text("Prizes as things stand")
    await expect(dialog).to_contain_text("160.00 EUR")
    async with page.context.expect_page() as opened:
        await dialog.get_by_role("button", name="Print the list").click()
    sheet = await opened.value
    await expect(sheet.locator("h2")).to_contain_text("Prizes")
