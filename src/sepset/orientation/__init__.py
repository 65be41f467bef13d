"""From a skeleton to marks: rules that propose, plans that order them, and one engine that writes."""
