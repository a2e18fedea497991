"""What ways to play are called where all are variations of one: by what tells them from it."""

from collections.abc import Sequence

from analyzer.analysis import frames
from analyzer.reporting import naming
from analyzer.runs.stored.results import Results


def root_of(results: Results) -> str:
    """Name the policy of which the others of a run are variations, as the run asks for it; else the first one."""
    policies = frames.factors_of(results).policies
    root, bare = family_of(results, policies), frames.bare_names(results)
    return next((name for name in policies if bare.get(name, name) == root), policies[0])


def way_labels(results: Results, policies: Sequence[str]) -> list[str]:
    """Name ways to play in a figure: variations of one way, which its title names, by what tells them apart."""
    short = ways(results)
    return [(short[name] or "as usual") if short else naming.policy_words(results, name) for name in policies]


def played_by_family(results: Results, title: str) -> str:
    """Put into a title the one way to play that all others of a run are variations of."""
    return f"{title}, played by {naming.policy_words(results, root_of(results))}" if ways(results) else title


def ways(results: Results) -> dict[str, str]:
    """Call variations of one policy by what tells them from it; nothing where policies are no such family."""
    policies, root = frames.factors_of(results).policies, naming.policy_words(results, root_of(results))
    words = {name: naming.policy_words(results, name).removeprefix(root).strip() for name in policies}
    is_family = family_of(results, policies) is not None and all(
        not text or text[:5] == "with " for text in words.values()
    )
    return {name: text.removeprefix("with ") for name, text in words.items()} if is_family else {}


def family_of(results: Results, policies: Sequence[str]) -> str | None:
    """Name the one policy of which all the others are variations: their titles begin with its name."""
    known = {frames.bare_names(results).get(name, name) for name in policies}
    firsts = {item.name: item.title.split(" ")[0] for item in results.manifest.policies}
    roots = {firsts[bare] if firsts.get(bare) in known else bare for bare in known}
    return roots.pop() if len(roots) == 1 and len(policies) > 1 else None
