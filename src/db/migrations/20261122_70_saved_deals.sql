-- What somebody keeps of the catalogue, with the price at which they kept it. One that was taken away
-- stays marked for a moment, so that it can be put back as it was.
create table saved_deals (
  user_id          text not null references users (id) on delete cascade,
  deal_id          text not null references deals (id) on delete cascade,
  saved_at         timestamptz not null,
  sale_price_cents integer,
  removed_at       timestamptz,
  primary key (user_id, deal_id)
);
create index saved_deals_newest on saved_deals (user_id, saved_at desc) where removed_at is null;
create index saved_deals_of_deal on saved_deals (deal_id) where removed_at is null;
create index saved_deals_removed on saved_deals (removed_at) where removed_at is not null;
