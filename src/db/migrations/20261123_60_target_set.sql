-- A price that somebody asks to be told at is reached once for each time that they ask: what it was when they saved the deal
-- says nothing of it.
alter table saved_deals add column target_set_at timestamptz;
alter table told_deals add column target_told_at timestamptz;
