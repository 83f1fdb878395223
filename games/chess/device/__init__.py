"""Chess on the device: bitboards of two words, from the side of the player to move."""

from boardai.games.chess.device.rules import Rules as Rules
