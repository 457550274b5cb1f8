-- Which end they saw when they saved it: one that is stored or moved since then is news to them.
alter table saved_deals add column ends_at timestamptz;
