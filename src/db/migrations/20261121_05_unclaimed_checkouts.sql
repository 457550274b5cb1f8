-- Each mail about a payment asks whether its address has one that belongs to nobody yet.
create index checkouts_unclaimed_idx on checkouts (email) where claimed_at is null;
