-- What a payment is for, as its invoice says: a period, and what that costs by itself. Null for payments from before:
-- their period is taken to be the one of the plan, from the day of the payment on.
alter table payments
  add column period_from timestamptz,
  add column period_to timestamptz,
  add column period_cents integer check (period_cents > 0);

-- The site that somebody came from when they opened a payment page: its name, never an address on it.
alter table checkouts add column came_from text;

-- Who has joined, and who has left, by when.
create index checkouts_completed_at on checkouts (completed_at) where status = 'complete';
create index subscriptions_ended_at on subscriptions (ended_at) where ended_at is not null;
create index membership_acts_subscription_id on membership_acts (subscription_id, kind);
