"""A player folded a hand of one colour and asks for his Prime bet: what is he due, and by which clause?"""

import feltlaw

ROUND = {
    "submission": {"regulation": "PA-679a", "wagers": {"prime": {}}},
    "seats": [
        {"seat": 1, "cards": "9h 8d 2h", "wagers": {"ante": 10, "prime": 5}, "decisions": ["fold"]},
        {"seat": 4, "cards": "Qs Jd 9c", "wagers": {"ante": 10}, "decisions": ["play"]},
    ],
    "dealer": "Kh Td 5c",
}

result = feltlaw.settle(ROUND)
for sentence in feltlaw.explain(result):
    print(sentence)
for seat in result.seats:
    print(f"Seat {seat.number} gets {feltlaw.show_dollars(seat.credited)} back")
print(f"The house is up {feltlaw.show_dollars(result.house_net)}")

# A round that cannot have happened is refused, with what would be legal.
try:
    feltlaw.settle({**ROUND, "dealer": "Kh 9h 5c"})
except feltlaw.Refused as refusal:
    print(f"Refused: {refusal}")
