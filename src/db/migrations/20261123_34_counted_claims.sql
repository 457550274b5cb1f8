-- What is claimed of savings, checks and reports, as it was counted last: in one row, so that every process
-- says the same.
create table counted_claims (
  is_only    boolean primary key default true check (is_only),
  counted_at timestamptz not null,
  figures    jsonb not null
);
-- What was confirmed on which day, of everybody together.
create index ledger_rows_confirmed_on_idx on ledger_rows (bought_on) where state = 'confirmed';
