"""Records of played games, as files."""

from boardai.records.database import GameDatabase, Imported, PositionGames, Results
from boardai.records.game_files import read_games, write_games
from boardai.records.game_record import GameRecord, load_record, save_record
from boardai.records.move_reports import MoveReport, with_report_comments
from boardai.records.position_lines import operation_moves, read_position_line
from boardai.records.recorded_game import RecordedGame
from boardai.records.variations import Variation, variations_of

__all__ = [
    "GameDatabase",
    "GameRecord",
    "Imported",
    "MoveReport",
    "PositionGames",
    "RecordedGame",
    "Results",
    "Variation",
    "load_record",
    "operation_moves",
    "read_games",
    "read_position_line",
    "save_record",
    "variations_of",
    "with_report_comments",
    "write_games",
]
