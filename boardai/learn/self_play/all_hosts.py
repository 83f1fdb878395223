"""The games of all hosts (`boardai.learn.hosts`), of which each has played its groups'."""

from __future__ import annotations

import json

from boardai.learn import hosts
from boardai.learn.self_play.self_play import Played
from boardai.learn.stages import mean_seconds


def played_by_all(played: Played) -> Played:
    """An iteration's games of all hosts, from those of this one's groups; all must call it.

    >>> from boardai.learn.self_play.all_hosts import played_by_all
    >>> from boardai.learn.self_play.self_play import Played
    >>> played_by_all(Played([b"group 0"], {"games": 2}, 64, [9, 11], 1.5)).counts
    {'games': 2}
    """
    if hosts.count() == 1:
        return played
    told = {name: value for name, value in vars(played).items() if name != "parts"}
    texts = [json.loads(text) for (text,) in hosts.gathered([json.dumps(told).encode()])]
    return Played(
        hosts.dealt(hosts.gathered(played.parts)),
        {name: sum(text["counts"][name] for text in texts) for name in played.counts},
        sum(text["rows"] for text in texts),
        [length for text in texts for length in text["lengths"]],
        sum(text["target_entropy"] for text in texts),
        mean_seconds([text["stages"] for text in texts]),
    )
