"""Tables for people: seats, real time, nothing ever lost."""
