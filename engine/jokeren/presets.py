"""The rulesets of the family that exist by name, each written as what it does otherwise than `jokeren-7`."""

from engine.jokeren.options import JokerenOptions
from engine.options import Preset

PRESETS: tuple[Preset, ...] = (
    Preset(id="jokeren-7", family="jokeren", name="Jokeren 7", options=JokerenOptions()),
    Preset(
        id="jokeren-13",
        family="jokeren",
        name="Jokeren 13",
        options=JokerenOptions(
            packs=2,
            jokers=4,
            hand_size=13,
            max_players=6,
            draw_discard="must_table",
            opening_points=(30,),
            lay_off="after_opening",
            joker_declaration="required",
            joker_swap="after_opening",
            set_joker_swap="declared",
            freed_joker_destination="any",
            final_discard="optional",
        ),
    ),
    Preset(
        id="jokeren-kbn",
        family="jokeren",
        name="Jokeren KBN",
        options=JokerenOptions(
            packs=2,
            hand_size=13,
            min_players=3,
            upcard=False,
            draw_discard="never",
            opening_points=(40,),
            lay_off="after_opening",
            joker_declaration="required",
            joker_swap="after_opening",
            set_joker_swap="declared",
            freed_joker_destination="any",
            finish_from="all_others_played",
            hand_penalties="one_each",
            joker_penalty=5,
            joker_penalty_unplayable=1,
            rounds=7,
        ),
    ),
)
