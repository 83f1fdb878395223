"""All targets, by name."""

from __future__ import annotations

from fuzzing import binary, engines, game_files, pages, texts

TARGETS = {target.name: target for room in (game_files, texts, engines, pages, binary) for target in room.TARGETS}
