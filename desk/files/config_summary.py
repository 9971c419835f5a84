"""What configuration files say, in lines: to look at before the hall is run."""

from pathlib import Path

from desk.config.hall import load_hall
from desk.config.toml_reader import TomlFile
from desk.config.tournament import TournamentConfig, load_tournament
from desk.files.players_csv import read_players
from facts.regulations import Regulations
from facts.settings import StageSettings, System
from results.prizes.money import written


def summary(path: Path) -> tuple[str, ...]:
    """The lines on a hall's file or a tournament's, whichever it is.

    Raises:
        ConfigError, PlayersError, FileTroubleError: something in it is wrong.
    """
    if not TomlFile(path).has("tournaments"):
        return _tournament(load_tournament(path), None)
    hall = load_hall(path)
    lines = [f"{hall.name}: {_count(len(hall.boards), 'board')} in the file, log {hall.log}"]
    for held in hall.tournaments:
        players = None if held.players is None else len(read_players(held.players).players)
        lines += _tournament(held.config, players)
    return tuple(lines)


def _tournament(config: TournamentConfig, players: int | None) -> tuple[str, ...]:
    who = "" if players is None else f", {_count(players, 'player')}"
    lines = [f"{config.settings.name} ({config.id}){who}, first board {config.first_board}"]
    lines += [f"  {_stage(stage)}" for stage in config.stages]
    lines += [f"  {line}" for line in _regulations(config.regulations)]
    lines.append(
        f"  results: {', '.join(source.value for source in config.policy.order[:3])} … count in "
        f"this order; the lowest who may confirm: {config.policy.confirmer.value}"
    )
    return tuple(lines)


def _stage(stage: StageSettings) -> str:
    text = f"{stage.name} ({stage.id}): {stage.system}"
    if stage.rounds and stage.system is not System.MATCH:
        text += f", {_count(stage.rounds, 'round')}"
    if stage.tiebreaks:
        text += f", ties by {', '.join(stage.tiebreaks)}"
    if stage.time_control.text:
        text += f", {stage.time_control.text}"
    return text


def _regulations(rules: Regulations) -> list[str]:
    lines = []
    if rules.byes is not None:
        where = " or ".join(str(number) for number in rules.byes.rounds) or "any"
        lines.append(f"byes: {rules.byes.bye}, at most {rules.byes.at_most}, in round {where}")
    if rules.attendance.check_in:
        lines.append("check-in before round 1")
    if rules.attendance.default_time_min is not None:
        lines.append(f"default time: {rules.attendance.default_time_min} minutes")
    if rules.offences:
        lines.append(f"sanctions for: {', '.join(rule.name for rule in rules.offences)}")
    if rules.appeals is not None:
        lines.append(
            f"appeals: {_count(rules.appeals.members, 'member')}, "
            f"{_count(rules.appeals.reserves, 'reserve')}"
        )
    if rules.prizes is not None:
        fund = rules.prizes
        places = " / ".join(written(cents, fund.currency) for cents in fund.places) or "none"
        lines.append(f"prizes: {places} ({fund.sharing})")
        lines += [
            f"  {category.name}: "
            f"{' / '.join(written(cents, fund.currency) for cents in category.amounts)}"
            for category in fund.categories
        ]
    return lines


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
