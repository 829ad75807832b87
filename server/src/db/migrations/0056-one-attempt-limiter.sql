-- Attempts at the second factor are counted in attempt_counts, like all others.
drop table second_factor_attempts;
