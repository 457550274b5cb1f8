-- Whoever paid may have mistyped the address at the card page. From here on ours counts, and what
-- the payment provider says of its page no more.
alter table checkouts add column email_mended_at timestamptz;
