"""What can be checked: a game against the contract, and whether what lies on the disk is whole."""

from boardai.check.contract import CheckFailed, CheckReport, check_game

__all__ = ["CheckFailed", "CheckReport", "check_game"]
