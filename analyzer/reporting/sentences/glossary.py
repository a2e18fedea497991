"""The terms of reports, in words for readers who play games and read no statistics."""

from __future__ import annotations

POLICIES = "A policy is a fixed way to play, written as a program: it sees what a player at the table sees."
_ALL = {
    "interval": (
        "The range in brackets behind a number. Of all such ranges 95 in 100 hold the true value; the more games, the "
        "narrower it is."
    ),
    "for certain": "The interval leaves no other answer, also when all claims of its kind are taken together.",
    "points": "Of a change of a share, percentage points: from 40 % to 45 % is +5 points.",
    "deal": "One shuffle of all cards and dice. Different settings are compared on the same deals.",
    "cut off": "A game stopped by the limit of turns. It is counted, and makes intervals wider on both sides.",
    "†": "Rests on rules that no source states. They are listed under Assumptions.",
}
_TEAM = {"won": "The share of games that the team (or the single player) wins."}
_SCALE = {
    "difficulty": (
        "How hard a variant is: 0 is an even chance to win; each step of 1 multiplies the odds of losing by 2.7 (a "
        "logit). With several numbers of players it is their mean, all weighing the same."
    ),
    "odds": (
        "Lost games for every won one (odds of losing), or won games for every lost one (odds of winning): odds of "
        "losing of 3 to 1 mean a win rate of 25 %."
    ),
    "steps of the odds": (
        "A step of 1 multiplies the odds by 2.7, a step of −1 divides them by that. A difficulty counts steps of the "
        "odds of losing; what a module adds is told in steps of the odds of winning."
    ),
    "icons": "The printed marks of difficulty, one to three; ! marks icons that are out of order for certain.",
}
_CONTEST = {
    "win share": "The share of wins of a seat or a way to play; a shared win counts in equal parts.",
    "fair share": "What each would win if all were alike: one half of two players, a third of three.",
    "first player": "Whoever takes the first turn; the second player sits next in turn order, whatever the chair.",
    "winning score": "The score of the winner at the end of the game.",
    "margin": "The score of the winner minus that of the second.",
    "field": "The way to play of all other seats, against which each way to play is measured.",
}


def terms(*, team: bool, contest: bool, scale: bool) -> dict[str, str]:
    """Choose the terms that a report needs."""
    return {**(_TEAM if team else {}), **(_SCALE if scale else {}), **(_CONTEST if contest else {}), **_ALL}


def without_title(summary: str, title: str) -> str:
    """Give what a policy does without what it is."""
    head, colon, rest = summary.partition(": ")
    text = rest if title and colon and head.lower() == title.lower() else summary
    return f"{text[:1].upper()}{text[1:]}"
