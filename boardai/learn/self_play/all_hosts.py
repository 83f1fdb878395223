"""Combines the games of all hosts (`boardai.learn.hosts`), each of which plays its own groups."""

from __future__ import annotations

import json
from dataclasses import replace

from boardai.learn import hosts
from boardai.learn.self_play.self_play import Played, together


def played_by_all(played: Played) -> Played:
    """An iteration's games of all hosts, from those of this host's groups; all hosts must call it.

    >>> from boardai.learn.self_play.all_hosts import played_by_all
    >>> from boardai.learn.self_play.self_play import Played
    >>> played_by_all(Played([b"group 0"], {"games": 2}, 64, [9, 11], 1.5)).counts
    {'games': 2}
    """
    if hosts.count() == 1:
        return played
    counted = {name: value for name, value in vars(played).items() if name != "parts"}
    texts = hosts.gathered([json.dumps(counted).encode()])
    parts = hosts.gathered(played.parts)
    shares = [Played(own, **json.loads(text)) for own, (text,) in zip(parts, texts, strict=True)]
    return replace(together(shares), parts=hosts.dealt(parts))
