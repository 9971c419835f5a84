"""What a tournament's file says beside its stages: byes, draws, sanctions, appeals, prizes."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated

import msgspec

from desk.config.table_form import Number, TableForm, Text
from desk.config.toml_reader import TomlFile
from facts.ids import RoundNo
from facts.regulations import (
    AppealRules,
    AttendanceRules,
    ByeRules,
    CategoryPrizes,
    DeadlineFrom,
    DrawReason,
    DrawRules,
    Eligibility,
    OffenceRule,
    Precedence,
    PrizeRules,
    Regulations,
    Remainder,
    Sanction,
    Sharing,
    Step,
    WithoutNotice,
)
from facts.result import FULL_BYE, HALF_BYE, ZERO_BYE

Money = Annotated[float, msgspec.Meta(ge=0)]
Minutes = Annotated[int, msgspec.Meta(ge=0)]
_BYES = {0.0: ZERO_BYE, 0.5: HALF_BYE, 1.0: FULL_BYE}


class ByesForm(TableForm, frozen=True):
    """``[byes]``."""

    points: float = 0.5
    rounds: tuple[Number, ...] = ()
    at_most: Number = 1
    until_end_of_previous: bool = True


class AttendanceForm(TableForm, frozen=True):
    """``[attendance]``."""

    check_in: bool = False
    default_time_min: Minutes | None = None
    without_notice: WithoutNotice = WithoutNotice.FORFEIT
    hand_in_at_live_boards: bool = False


class DrawsForm(TableForm, frozen=True):
    """``[draws]``."""

    not_before_move: Number | None = None
    only_claims: bool = False
    reasons: tuple[DrawReason, ...] = ()
    adviser: str = ""


class StepForm(TableForm, frozen=True):
    """One of an offence's ``steps``."""

    sanction: Sanction
    limit_min: Minutes | None = None
    amount: Money = 0


class OffenceForm(TableForm, frozen=True):
    """One of ``[[offences]]``."""

    name: Text
    steps: Annotated[tuple[StepForm, ...], msgspec.Meta(min_length=1)]
    article: str = ""


class AppealsForm(TableForm, frozen=True):
    """``[appeals]``."""

    within_min: Number | None = None
    counted_from: DeadlineFrom = DeadlineFrom.ROUND_END
    members: Number = 3
    reserves: Minutes = 0
    own_federation_bars: bool = False
    decided_by_hour: Annotated[int, msgspec.Meta(ge=0, le=23)] | None = None


class CategoryForm(TableForm, frozen=True):
    """One of ``[[prizes.categories]]``."""

    name: Text
    amounts: Annotated[tuple[Money, ...], msgspec.Meta(min_length=1)]
    sharing: Sharing = Sharing.BY_PLACE
    rated_from: Number | None = None
    rated_to: Number | None = None
    unrated: bool = True
    born_from: date | None = None
    born_to: date | None = None
    sex: Annotated[str, msgspec.Meta(pattern="^[mw]?$")] = ""
    federation: Annotated[str, msgspec.Meta(pattern="^([A-Z]{3})?$")] = ""
    club: str = ""
    titles: tuple[str, ...] = ()


class PrizesForm(TableForm, frozen=True):
    """``[prizes]``; amounts in whole units of the currency, cents behind the point."""

    currency: Annotated[str, msgspec.Meta(pattern="^[A-Z]{3}$")] = "EUR"
    places: tuple[Money, ...] = ()
    sharing: Sharing = Sharing.EQUAL
    first_shared: bool = True
    least: Money = 0
    unit: Annotated[float, msgspec.Meta(gt=0)] = 0.01
    remainder: Remainder = Remainder.KEPT
    categories: tuple[CategoryForm, ...] = ()
    precedence: Precedence = Precedence.HIGHER
    trophies: tuple[str, ...] = ()


class RegulationsForm(TableForm, frozen=True):
    """The tables of a tournament's file that are not about its stages."""

    byes: ByesForm | None = None
    attendance: AttendanceForm = AttendanceForm()
    draws: DrawsForm = DrawsForm()
    offences: tuple[OffenceForm, ...] = ()
    appeals: AppealsForm | None = None
    prizes: PrizesForm | None = None


def read_regulations(file: TomlFile, form: RegulationsForm, rounds: int) -> Regulations:
    """The regulations that a file states, for a tournament of so many rounds.

    Raises:
        ConfigError: a value is wrong or contradicts another; names both.
    """
    if form.byes is not None:
        _check_byes(file, form.byes, rounds)
    _check_draws(file, form.draws)
    _check_offences(file, form.offences)
    if form.prizes is not None:
        _check_prizes(file, form.prizes)
    return Regulations(
        byes=_byes(form.byes) if form.byes is not None else None,
        attendance=AttendanceRules(
            form.attendance.check_in,
            form.attendance.default_time_min,
            form.attendance.without_notice,
            form.attendance.hand_in_at_live_boards,
        ),
        draws=DrawRules(
            form.draws.not_before_move,
            form.draws.only_claims,
            form.draws.reasons,
            form.draws.adviser,
        ),
        offences=tuple(_offence(offence) for offence in form.offences),
        appeals=_appeals(form.appeals) if form.appeals is not None else None,
        prizes=_prizes(form.prizes) if form.prizes is not None else None,
    )


# --- checks -----------------------------------------------------------------------------


def _check_byes(file: TomlFile, form: ByesForm, rounds: int) -> None:
    if form.points not in _BYES:
        raise file.wrong(("byes", "points"), f"a bye is worth 0, 0.5 or 1, not {form.points:g}")
    for number in form.rounds:
        if number > rounds:
            raise file.wrong(
                ("byes", "rounds"), f"there is no round {number}: the stages have {rounds}"
            )
    if form.rounds and form.at_most > len(form.rounds):
        raise file.disagree(
            ("byes", "at_most"),
            ("byes", "rounds"),
            f"{form.at_most} byes cannot be had in {len(form.rounds)} rounds",
        )


def _check_draws(file: TomlFile, form: DrawsForm) -> None:
    if form.only_claims and form.not_before_move is not None:
        raise file.disagree(
            ("draws", "not_before_move"),
            ("draws", "only_claims"),
            "where a draw is only a claim nobody can agree to one, before or after a move",
        )
    if form.reasons and not form.only_claims:
        raise file.wrong(
            ("draws", "reasons"), "reasons are for claims: only_claims = true is missing"
        )


def _check_offences(file: TomlFile, offences: Sequence[OffenceForm]) -> None:
    for index, offence in enumerate(offences):
        keys = ("offences", index)
        if any(other.name == offence.name for other in offences[:index]):
            raise file.wrong((*keys, "name"), f"{offence.name!r} is listed twice")
        for step in offence.steps:
            if step.sanction is Sanction.FINE and not step.amount:
                raise file.wrong((*keys, "steps"), "a fine needs its amount")
            if step.amount and step.sanction is not Sanction.FINE:
                raise file.wrong((*keys, "steps"), f"{step.sanction} has no amount of money")
            if step.limit_min is not None and step.sanction is not Sanction.HALVE_TIME:
                raise file.wrong((*keys, "steps"), f"{step.sanction} takes no limit_min")
        _check_cents(file, (*keys, "steps"), [step.amount for step in offence.steps])


def _check_prizes(file: TomlFile, form: PrizesForm) -> None:
    _check_cents(file, ("prizes", "places"), form.places)
    _check_cents(file, ("prizes", "least"), [form.least])
    _check_cents(file, ("prizes", "unit"), [form.unit])
    if list(form.places) != sorted(form.places, reverse=True):
        raise file.wrong(("prizes", "places"), "a lower place has a higher prize than one above")
    if not form.first_shared and form.sharing is Sharing.BY_PLACE:
        raise file.disagree(
            ("prizes", "first_shared"),
            ("prizes", "sharing"),
            "where each gets the prize of their place no prize is shared, so not the first",
        )
    for index, category in enumerate(form.categories):
        keys = ("prizes", "categories", index)
        _check_cents(file, (*keys, "amounts"), category.amounts)
        low, high = category.rated_from, category.rated_to
        if low is not None and high is not None and low > high:
            raise file.disagree(
                (*keys, "rated_from"), (*keys, "rated_to"), f"nobody is rated {low} to {high}"
            )
        born = (category.born_from, category.born_to)
        if born[0] is not None and born[1] is not None and born[0] > born[1]:
            raise file.disagree(
                (*keys, "born_from"), (*keys, "born_to"), f"nobody is born {born[0]} to {born[1]}"
            )


def _check_cents(file: TomlFile, keys: tuple[str | int, ...], amounts: Sequence[float]) -> None:
    for amount in amounts:
        if abs(100 * amount - round(100 * amount)) > 1e-6:
            raise file.wrong(keys, f"{amount} is no amount in whole cents")


# --- values -----------------------------------------------------------------------------


def _cents(amount: float) -> int:
    return round(100 * amount)


def _byes(form: ByesForm) -> ByeRules:
    rounds = tuple(RoundNo(number) for number in form.rounds)
    return ByeRules(_BYES[form.points], rounds, form.at_most, form.until_end_of_previous)


def _offence(form: OffenceForm) -> OffenceRule:
    steps = tuple(
        Step(
            step.sanction,
            60 * step.limit_min if step.limit_min is not None else None,
            _cents(step.amount),
        )
        for step in form.steps
    )
    return OffenceRule(form.name, steps, form.article)


def _appeals(form: AppealsForm) -> AppealRules:
    return AppealRules(
        within_min=form.within_min,
        counted_from=form.counted_from,
        members=form.members,
        reserves=form.reserves,
        own_federation_bars=form.own_federation_bars,
        decided_by_hour=form.decided_by_hour,
    )


def _prizes(form: PrizesForm) -> PrizeRules:
    return PrizeRules(
        currency=form.currency,
        places=tuple(_cents(amount) for amount in form.places),
        sharing=form.sharing,
        first_shared=form.first_shared,
        least=_cents(form.least),
        unit=_cents(form.unit),
        remainder=form.remainder,
        categories=tuple(_category(category) for category in form.categories),
        precedence=form.precedence,
        trophies=form.trophies,
    )


def _category(form: CategoryForm) -> CategoryPrizes:
    eligible = Eligibility(
        rated_from=form.rated_from,
        rated_to=form.rated_to,
        unrated=form.unrated,
        born_from=form.born_from,
        born_to=form.born_to,
        sex=form.sex,
        federation=form.federation,
        club=form.club,
        titles=form.titles,
    )
    amounts = tuple(_cents(amount) for amount in form.amounts)
    return CategoryPrizes(form.name, amounts, eligible, form.sharing)
