"""Rows of meanings that are of one kind: relatives, animals, instruments. Pure data.

The first words of rows that begin with "!" in the tables of `text.vocabulary`. Who has one thing of
a kind has not said another: "Has a dog" does not follow from "my cat". Such a thing may still be
concluded where nothing of its kind was said: "Plays in an orchestra" from "second oboe".
"""

KINDS = (
    """
    daughter son child brother sister father mother parent husband wife grandmother grandfather
    grandchild uncle aunt cousin nephew niece twin roommate
    """,
    "cat dog rabbit horse cow goat sheep bird hamster turtle",
    """
    piano guitar violin viola cello flute clarinet oboe trumpet trombone saxophon drum bass banjo
    ukulele organ accordion erhu choir
    """,
    """
    danc swim cycl climb kayak sail ski football basketball tennis badminton volleyball golf yoga gym
    surf
    """,
    "knit garden pottery poem podcast chess",
    "meat pork beef chicken seafood egg nut peanut cheese bread rice pasta cake honey tomato fennel",
    "coffee tea. bubble_tea",
    "bus boat motorcycle truck",
)

# Kinds of work. What somebody does follows from other words than what they are.
WORK = """
nurse. doctor dentist vet paramedic midwife therapist physio pharmac teach kindergarten professor
engineer developer designer architect lawyer accountant notary clerk analyst data_scien researcher
salesperson marketing consult hr public_relations postal courier roofer bricklayer locksmith butcher
florist optician crane_operator forklift warehouse receptionist train_driver tram_driver nanny
dietitian speech_therapist radiographer lab_technician geologist archaeolog judge customs sailor
tour_guide hotel tattoo real_estate insurance janitor tutor call_center project_manager
product_manager upholster glazier tiler foundry lighthouse orderly police firefight soldier driver
pilot flight_attendant cook baker waiter hairdress cleaner carpenter electrician plumber welder
mechanic. turner farmer gardener miner fisherman writer journalist translator artist musician actor
photograph librarian social_worker priest beekeep volunteer seamstress porter shepherd
"""
