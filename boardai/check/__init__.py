"""Checks: of a game against the contract, and of saved files for damage."""

from boardai.check.contract import CheckFailed as CheckFailed
from boardai.check.contract import CheckReport as CheckReport
from boardai.check.contract import check_game as check_game
