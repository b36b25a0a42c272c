"""Questions with one right answer, made of finished scenes; each recomputable from its trace."""
