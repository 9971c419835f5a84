"""PURE. Whether a player may win a category's prizes, and why not."""

from facts.player import Player
from facts.regulations import Eligibility


def barred(player: Player, rule: Eligibility) -> str:
    """Why a player may not win; empty where they may.

    What is not known of a player (date of birth, sex) does not qualify them.
    """
    return next((why for why in (*_by_rating(player, rule), *_by_person(player, rule)) if why), "")


def _by_rating(player: Player, rule: Eligibility) -> tuple[str, ...]:
    if not player.rating:
        asked = rule.rated_from is not None or not rule.unrated
        return ("has no rating",) if asked else ()
    low, high = rule.rated_from, rule.rated_to
    return (
        f"{player.rating} is below {low}" if low is not None and player.rating < low else "",
        f"{player.rating} is above {high}" if high is not None and player.rating > high else "",
    )


def _by_person(player: Player, rule: Eligibility) -> tuple[str, ...]:
    return (
        _by_birth(player, rule),
        f"sex is {player.sex or 'not known'}" if rule.sex and player.sex != rule.sex else "",
        f"plays for {player.federation or 'no federation that is known'}"
        if rule.federation and player.federation != rule.federation
        else "",
        f"club is {player.club or 'not known'}" if rule.club and player.club != rule.club else "",
        f"title is {player.title or 'none'}"
        if rule.titles and player.title not in rule.titles
        else "",
    )


def _by_birth(player: Player, rule: Eligibility) -> str:
    if rule.born_from is None and rule.born_to is None:
        return ""
    if player.birth is None:
        return "the date of birth is not known"
    if rule.born_from is not None and player.birth < rule.born_from:
        return f"born {player.birth}, before {rule.born_from}"
    if rule.born_to is not None and player.birth > rule.born_to:
        return f"born {player.birth}, after {rule.born_to}"
    return ""
