"""Words for people: answers, explanations, reports, and the JSON records of the same."""
