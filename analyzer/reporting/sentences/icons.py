"""What the printed icons say about the difficulty that was measured."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.analysis.places import disorders, icon_agreement, ladder, scales
from analyzer.reporting.labels import number_words
from analyzer.reporting.names import case_words, cases_word, scale_words, variant_words
from analyzer.reporting.sentences.difficulty import players_of
from analyzer.reporting.wording import several
from analyzer.runs.results import Results
from analyzer.stats.icons import IconAgreement
from analyzer.stats.places import Scope

ORDER = "the measured order"
LEAST_ICONS = 3  # variants with icons, below which an order says nothing
STRONG = 0.7  # Somers' d above which icons "agree well"


def say_icons(results: Results) -> list[str]:
    """Say whether the printed icons tell the difficulty."""
    found = _agreement(results)
    return [] if found is None else [agreement(found, _order_of(results)), *say_disorders(results)]


def say_icons_shortly(results: Results) -> str:
    """Say in a clause whether the printed icons tell the difficulty; nothing where too few are printed."""
    found = _agreement(results)
    return "" if found is None else f"the printed icons {verdict(found)} {_order_of(results)}"


def _order_of(results: Results) -> str:
    """Say which order is meant, where several were measured."""
    found = scales(results)
    return f"the order measured with {scale_words(results, found[0].name)}" if len(found) > 1 else ORDER


def _agreement(results: Results) -> IconAgreement | None:
    return icon_agreement(results) if ladder(results)["icons"].notna().sum() >= LEAST_ICONS else None


def say_disorders(results: Results) -> list[str]:
    """Say which icons are in the wrong order for certain."""
    if _agreement(results) is None:
        return []
    table = disorders(results)
    if table.empty:
        return [disorder(0, "", None, "", None)]
    icons = dict(zip(ladder(results)["variant"], ladder(results)["icons"], strict=True))
    clearest, certain = table.iloc[0], int(table["is_certain"].sum())
    harder, easier = clearest["printed_easier"], clearest["printed_harder"]
    names = [variant_words(results, name) for name in (harder, easier)]
    where = scope_words(results, clearest["where"]) if not certain else _everywhere(results)
    pair = names[0], int(icons[harder]), names[1], int(icons[easier])
    return [disorder(certain, *pair, where=where, partly=len(table) - certain)]


def scope_words(results: Results, scopes: Sequence[Scope]) -> str:
    """Say for which numbers of players, and which policies and settings if there are several, something holds."""
    if len(scales(results)) == 1:
        return players_of(scopes)
    by_name = {name: players_of([scope for scope in scopes if scope[0] == name]) for name in dict(scopes)}
    groups = {players: [name for name in by_name if by_name[name] == players] for players in by_name.values()}
    named = {players: several([case_words(results, name) for name in names]) for players, names in groups.items()}
    return several([f"{players} ({names})" for players, names in named.items()])


def _everywhere(results: Results) -> str:
    found = scales(results)
    players = "every number of players" if len(found[0].contexts) > 1 else ""
    cases = f"every {cases_word(results)}" if len(found) > 1 else ""
    return several([text for text in (players, cases) if text])


def agreement(found: IconAgreement, order: str = ORDER) -> str:
    """Say how far the printed icons agree with what was measured."""
    numbers = [number or "none" for number in (found.in_order, found.reversed, found.undecided)]
    measured = (
        f"of {found.pairs} pairs of variants with different icons {numbers[0]} stand in the printed order for certain, "
        f"{numbers[1]} the other way round, {numbers[2]} are too close to tell; rank correlation {found.tau_b:.2f}, "
        f"where {found.attainable:.2f} is the most that these icons can reach"
    )
    return f"The printed difficulty icons {verdict(found)} {order}: {measured}."


def verdict(found: IconAgreement) -> str:
    """Say in a few words how the printed icons stand to the measured order."""
    order = found.somers
    if order.low > STRONG:
        return "agree well with"
    if order.low > 0.0:
        return "agree only in part with"
    return "run against" if order.high < 0.0 else "say little about"


def disorder(
    count: int, harder: str, fewer: int | None, easier: str, more: int | None, *, where: str = "", partly: int = 0
) -> str:
    """Say which variants carry icons in the wrong order for certain, and where; `partly` counts the other ones."""
    if not count and not partly:
        return "No two variants carry icons that are out of order for certain."
    example = f"{harder} with {_icons(fewer)} is harder than {easier} with {_icons(more)}"
    scope = f", with {where}" if where else ""
    if not count:
        pairs = "one pair is" if partly == 1 else f"{number_words(partly)} pairs are"
        return (
            f"No two variants carry icons that are out of order for certain in all cases, but {pairs} in some; the "
            f"clearest: {example}{scope}."
        )
    pairs = "one pair of variants carries" if count == 1 else f"{number_words(count)} pairs of variants carry"
    others = f"; {number_words(partly)} more in some cases only" if partly else ""
    return f"{pairs.capitalize()} icons in the wrong order for certain{scope}; the clearest: {example}{others}."


def _icons(number: int | None) -> str:
    if number is None:
        return "no icon"
    return f"{number_words(number)} icon{'' if number == 1 else 's'}"
