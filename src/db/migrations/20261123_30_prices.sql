-- What a price rests on. Of the deal itself only what a card needs; written with each observation.
alter table deals
  add column price_basis text not null default 'retailer'
    check (price_basis in ('retailer', 'rrp', 'market', 'unknown')),
  -- The lowest price that we saw in the 30 days before the present reduction, where it is below the stated one.
  add column lowest_before_cents integer check (lowest_before_cents >= 0),
  -- When the present reduction was first seen; null for deals from before this was kept.
  add column reduced_since timestamptz,
  add column is_price_proven boolean not null default false,
  -- The price before that is shown and used: none where nobody knows what it rests on.
  add column was_cents integer generated always as (
    case when price_basis = 'unknown' or original_price_cents is null then null
      when price_basis = 'retailer' then least(original_price_cents, lowest_before_cents)
      else original_price_cents end) stored,
  -- Tenths of a percent below that.
  add column off_per_mille integer generated always as (
    case when price_basis = 'unknown' or original_price_cents is null then null
      when price_basis = 'retailer' then
        case when least(original_price_cents, lowest_before_cents) > 0 then greatest(0,
          round((least(original_price_cents, lowest_before_cents) - sale_price_cents) * 1000.0
            / least(original_price_cents, lowest_before_cents)))::integer end
      when original_price_cents > 0 then
        round((original_price_cents - sale_price_cents) * 1000.0 / original_price_cents)::integer
      end) stored;

alter table price_observations
  add column basis text not null default 'retailer'
    check (basis in ('retailer', 'rrp', 'market', 'unknown')),
  add column seen_by text check (length(seen_by) <= 200),
  add column seen_address text check (length(seen_address) <= 2048),
  -- The day that a person gives; `observed_at` is when it came to be known.
  add column seen_on date,
  -- Somebody looked: our own check, or a person with an address and a day.
  add column is_certain boolean not null default false,
  -- As they stood there, where that was not in dollars.
  add column seen_currency text check (seen_currency ~ '^[A-Z]{3}$'),
  add column seen_was_hundredths bigint check (seen_was_hundredths >= 0),
  add column seen_now_hundredths bigint check (seen_now_hundredths >= 0),
  -- What the page said of itself.
  add column seen_text text check (octet_length(seen_text) <= 4096);

-- They outlive their deal, and are only ever added to.
alter table price_observations drop constraint price_observations_deal_id_fkey;
create function refuse_observation_change() returns trigger language plpgsql as $$
begin
  raise exception 'Observations of prices are only ever added to.' using errcode = 'restrict_violation';
end
$$;
create trigger price_observations_are_final before update or delete on price_observations
  for each row execute function refuse_observation_change();

-- When somebody last looked for certain. Apart from the deal, so that a look that finds nothing new
-- changes nothing that is kept.
create table certain_looks (
  deal_id   text primary key references deals (id) on delete cascade,
  looked_at timestamptz not null
);

-- As before, with the price before that is used.
create or replace function searched_deals(ids text[]) returns table (
  id text, is_listed boolean, is_living boolean, published_day date, published_at timestamptz, feed_position integer,
  brand_id text, retailer_id text, department text, category text, colour text,
  likely_department text, likely_category text, likely_colour text, size_keys text[], sizes text,
  sale_price_cents integer, saved_cents integer, discount_per_mille integer,
  product_name text, brand_words text[], retailer_key text
) language sql stable as $$
select deals.id, not has_left_feed as is_listed, ended_at is null as is_living,
  published_day, published_at, feed_position, brand_id, retailer_id,
  department, category, colour,
  coalesce(department, guessed_terms ->> 'department') as likely_department,
  coalesce(category, guessed_terms ->> 'category') as likely_category,
  coalesce(colour, guessed_terms ->> 'colour') as likely_colour,
  size_keys, nullif(array_to_string(size_keys, ' '), '') as sizes,
  sale_price_cents, case when was_cents >= sale_price_cents then was_cents - sale_price_cents end as saved_cents,
  off_per_mille as discount_per_mille,
  product_name, words_of_key(brands.name_key) as brand_words, retailers.name_key as retailer_key
from deals
left join brands on brands.id = brand_id
join retailers on retailers.id = retailer_id
where is_published and deals.id = any(ids)
$$;

create or replace function refresh_search_of_deals() returns trigger language plpgsql as $$
declare
  changed text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id) into changed from new_deals where is_published;
  elsif tg_op = 'DELETE' then
    select array_agg(id) into changed from old_deals where is_published;
  else
    select array_agg(new_deals.id) into changed
    from new_deals join old_deals on old_deals.id = new_deals.id
    where (new_deals.is_published or old_deals.is_published) and (
      new_deals.is_published, new_deals.has_left_feed, new_deals.ended_at is null, new_deals.published_at,
      new_deals.feed_position, new_deals.brand_id, new_deals.retailer_id, new_deals.product_name,
      new_deals.department, new_deals.category, new_deals.colour, new_deals.guessed_terms,
      new_deals.size_keys, new_deals.sale_price_cents, new_deals.was_cents
    ) is distinct from (
      old_deals.is_published, old_deals.has_left_feed, old_deals.ended_at is null, old_deals.published_at,
      old_deals.feed_position, old_deals.brand_id, old_deals.retailer_id, old_deals.product_name,
      old_deals.department, old_deals.category, old_deals.colour, old_deals.guessed_terms,
      old_deals.size_keys, old_deals.sale_price_cents, old_deals.was_cents
    );
  end if;
  if changed is not null then perform refresh_search(changed); end if;
  return null;
end
$$;
