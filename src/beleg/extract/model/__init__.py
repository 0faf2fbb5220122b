"""A linear model that weighs what the rules found: trained on annotated articles, small, in plain Python."""
