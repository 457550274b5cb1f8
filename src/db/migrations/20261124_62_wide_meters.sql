-- A year of savings is a sum: it may be larger than what one price may be, some twenty times over. Whoever reads it as
-- it was reads the same.
alter table guarantees
  alter column recorded_cents type bigint,
  alter column confirmed_cents type bigint;
alter table guarantee_claims
  alter column recorded_cents type bigint,
  alter column confirmed_cents type bigint;
