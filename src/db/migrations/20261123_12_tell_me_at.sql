-- 'Tell me at $___': the price, in cents, at which somebody wants to be told of a deal they have saved.
alter table saved_deals add column target_cents integer check (target_cents > 0);
create index saved_deals_target on saved_deals (deal_id, target_cents) where target_cents is not null and removed_at is null;
