"""Games as they were played, on disk."""

from boardai.records.game_record import GameRecord, load_record, save_record

__all__ = ["GameRecord", "load_record", "save_record"]
