-- What a unit of another currency is in dollars, by the day from which it counts; uploaded by administrators.
create table exchange_rates (
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'USD'),
  day      date not null,
  dollars  double precision not null check (dollars > 0 and dollars <= 100000),
  told_by  text not null,
  told_at  timestamptz not null,
  primary key (currency, day)
);

-- In which currency a deal is sold, with its amounts as they stand there, and the day of the rate by which the dollars
-- beside them were made; null while there is none. Without one there is nothing to compare, and it does not go out.
alter table deals
  add column price_currency text not null default 'USD' check (price_currency ~ '^[A-Z]{3}$'),
  add column foreign_was_hundredths integer,
  add column foreign_now_hundredths integer,
  add column rate_day date,
  add constraint deals_rate_check
    check (price_currency = 'USD' or rate_day is not null or not (is_published or is_scheduled));
create index deals_without_rate_idx on deals (price_currency)
  where price_currency <> 'USD' and rate_day is null and deleted_at is null;
