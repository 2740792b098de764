"""Original and generated source side by side: which lines are which, what became of them, and a page of that."""
