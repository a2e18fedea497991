"""What things are worth to a policy: goods, crew, buildings, towns, and how long the game will last."""

from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import Trigger
from analyzer.games.islebound.heuristics.knobs import (
    V_BOOK,
    V_BUILD,
    V_CREW,
    V_CUBE,
    V_RENOWN,
    V_SERPENT,
    V_TOWN,
    V_WOOD,
)
from analyzer.games.islebound.rules import attack, buildings, end, recruit
from analyzer.games.islebound.rules.goods import n_serpents
from analyzer.kernel.lean import phase, rule

LONG_GAME = 30  # rounds
MEAN_SPACE = 2.0  # value of a space where the next cube may go


@rule
def future(rules, table):
    """Return what goods still count: less as the game drags on, half before the last round, nothing in it."""
    if table.last_round == 0:
        return patience(table)
    return 0.5 if table.round_no < table.last_round else 0.0


@rule
def patience(table):
    """Return what counts besides coins and buildings: all for 30 rounds, then less, so that games come to an end."""
    return 1.0 if table.round_no <= LONG_GAME else max(0.2, 1.0 - 0.04 * (table.round_no - LONG_GAME))


@rule
def renown_value(table, knobs):
    """Value one renown."""
    return patience(table) * knobs[V_RENOWN]


@rule
def rounds_left(rules, table):
    """Guess how many rounds are left: about three for each building the leader still needs."""
    if table.last_round > 0:
        return table.last_round - table.round_no
    most = 0
    for seat in range(rules.players):
        most = max(most, table.n_owned[seat])
    return 1 + 3 * (rules.end_count - most)


@phase
def item_value(rules, table, seat, knobs, item):
    """Value one piece of a good, card or cube."""
    if item == codes.COIN:
        return 1.0
    if item == codes.RENOWN:
        return renown_value(table, knobs)
    if item == codes.BOOK and rules.architect == 1 and lacks_cards(rules, table, seat):
        return knobs[V_BOOK] + max(knobs[V_BUILD], 2.0 * knobs[V_RENOWN])  # more than any town pays for it
    scale = future(rules, table)
    if item == codes.INFLUENCE:
        return scale * knobs[V_CUBE] * MEAN_SPACE
    return scale * knobs[V_WOOD + item - 1]


@rule
def lacks_cards(rules, table, seat):
    """Tell whether an architect's hand holds no more buildings than are missing to the end (I-VAR-ARCHITECT)."""
    return table.last_round == 0 and table.goods[seat, codes.BOOK] <= rules.end_count - table.n_owned[seat]


@rule
def book_extra(rules, table, seat, knobs):
    """Value what a player's abilities add to a gained book (Library, School of War)."""
    if (table.owned[seat] & rules.trigger_mask[Trigger.ON_GAIN_BOOK_EACH]) == 0:
        return 0.0
    return renown_value(table, knobs)


@rule
def crew_value(rules, table, knobs):
    """Value a new crew: less and less towards the end."""
    return knobs[V_CREW] * min(1.0, rounds_left(rules, table) / 8.0)


@phase
def card_value(rules, table, seat, knobs, pile):
    """Value a reputation card: one's own renown, less what the others gain on average."""
    if table.reputation_left[pile] == 0:
        return -1.0
    card = table.reputation_top[pile]
    others = 0.0
    for other in range(rules.players):
        if other != seat:
            others += recruit.reputation_gain(rules, table, other, card)
    own = rules.reputation_bonus[card] + recruit.reputation_gain(rules, table, seat, card)
    return renown_value(table, knobs) * (own - others / (rules.players - 1))


@phase
def build_value(rules, table, hand, knobs, place):
    """Value building a card: its points and the step towards the end, less the goods."""
    card = buildings.card_at(rules, table, hand, place)
    wood = buildings.wood_price(rules, table, hand.seat, card) * item_value(rules, table, hand.seat, knobs, codes.WOOD)
    fish = rules.build_fish[card] * item_value(rules, table, hand.seat, knobs, codes.FISH)
    return rules.price[card] + knobs[V_BUILD] - wood - fish


_INJURIES = 2  # the default limit (D3c)


@rule
def town_worth(rules, table, knobs):
    """Value owning a town: fees saved and earned while the game lasts."""
    return knobs[V_TOWN] * rounds_left(rules, table) / 4.0


@phase
def chance_of(rules, table, seat, need, crew_gone):
    """Return the chance to reach a need with all cards, combat crew and up to two injuries."""
    goods = table.goods[seat]
    ichor = goods[codes.ICHOR]
    serpents = min(goods[codes.SERPENT], codes.MAX_DICE - ichor)
    pirates = min(goods[codes.PIRATE], codes.MAX_DICE - ichor - serpents)
    extra = min(table.ready[seat, codes.COMBAT], codes.MAX_DICE - ichor - serpents - pirates)
    helpers = max(0, min(_INJURIES, table.ready[seat, codes.CREW] - crew_gone - extra))
    need -= helpers * rules.injury_bonus
    return attack.p_success(rules, pirates, serpents, ichor, extra, need)


@rule
def force_value(rules, table, knobs, need):
    """Value the cards that an attack on a need uses up: a serpent is good for 1.67, a pirate for 1."""
    return future(rules, table) * need * knobs[V_SERPENT] / 1.67


@rule
def influence_value(rules, table, seat, knobs, need):
    """Value the cubes that a diplomacy uses up."""
    return future(rules, table) * knobs[V_CUBE] * max(0, need - table.ready[seat, codes.NEGOTIATE])


@rule
def has_cards(table, seat):
    """Tell whether there is anything to attack with."""
    return table.goods[seat, codes.PIRATE] + n_serpents(table, seat) > 0


@phase
def lead_of(rules, table, seat):
    """Return by how many points a player is ahead of the best of the others, as the table stands."""
    best = -1_000_000
    for other in range(rules.players):
        if other != seat:
            best = max(best, end.score_of(rules, table, other))
    return end.score_of(rules, table, seat) - best


@rule
def would_end(rules, table, seat):
    """Tell whether one more building of a player triggers the end (I-END-01)."""
    return table.last_round == 0 and table.n_owned[seat] + 1 >= rules.end_count


@phase
def may_add_building(rules, table, seat, lead):
    """Tell whether one more building is welcome: not if it ends the game without the lead, unless it has dragged on."""
    if not would_end(rules, table, seat) or table.round_no > LONG_GAME:
        return True
    return lead_of(rules, table, seat) >= lead
