"""What can be checked: a game against the contract, and whether what lies on the disk is whole."""

from boardai.check.contract import CheckFailed as CheckFailed
from boardai.check.contract import CheckReport as CheckReport
from boardai.check.contract import check_game as check_game
