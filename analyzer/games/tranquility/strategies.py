"""Which answers win at once."""

from analyzer.games.tranquility.encoding import kind_of
from analyzer.games.tranquility.state import Kind, Phase
from analyzer.kernel.lean import rule


@rule
def wins(rules, table, hand, answer):
    """Tell whether an answer plays a Finish, with which a team wins."""
    kind = kind_of(answer)
    is_finish = kind == Kind.FINISH or kind == Kind.OPEN_FINISH or kind == Kind.WILD_FINISH
    return table.phase == Phase.ACTION and is_finish and rules.competitive == 0
