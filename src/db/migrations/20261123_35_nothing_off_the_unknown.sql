-- Where the price now is not known, neither is how far it is below the one before.
alter table deals drop column off_per_mille;
alter table deals add column off_per_mille integer generated always as (
  case when price_basis = 'unknown' or original_price_cents is null or sale_price_cents is null then null
    when price_basis = 'retailer' then
      case when least(original_price_cents, lowest_before_cents) > 0 then greatest(0,
        round((least(original_price_cents, lowest_before_cents) - sale_price_cents) * 1000.0
          / least(original_price_cents, lowest_before_cents)))::integer end
    when original_price_cents > 0 then
      round((original_price_cents - sale_price_cents) * 1000.0 / original_price_cents)::integer
    end) stored;
