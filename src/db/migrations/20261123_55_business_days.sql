-- The business numbers as they were counted last on each day: in a large club that takes too long for whoever asks.
create table business_days (
  day        date primary key,
  counted_at timestamptz not null,
  numbers    jsonb not null
);
