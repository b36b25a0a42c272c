"""The benchmark's side: its published scoring rules, gold and faulty outputs, any grader tried on them."""
