-- What the first period costs, in cents, as it was when the payment page was opened: a sale may be
-- over when its trial is told of. Null for pages that were opened before this was kept.
alter table checkouts add column first_price_cents integer;
