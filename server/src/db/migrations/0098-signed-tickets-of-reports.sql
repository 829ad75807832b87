-- Tickets of reports are signed and bound to their browser: asking for one stores nothing. Used ones are in used_tokens.
drop table report_tickets;
