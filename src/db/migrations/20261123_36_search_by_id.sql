-- A session keeps its plans: one that is made while there are few deals would go through all that are out, five
-- times over, for each few that change. What is made anew is always found by its id: `offset 0` keeps the
-- partial indexes of those that are out from being taken instead.
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
from (select * from deals where deals.id = any(ids) offset 0) as deals
left join brands on brands.id = brand_id
join retailers on retailers.id = retailer_id
where is_published
$$;

-- As before, with the numbers looked up in place: a function would be planned anew for each of them, each time.
create or replace function refresh_search(ids text[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  delete from public_search where deal_id = any(ids);
  delete from members_search where deal_id = any(ids);
  delete from public_words where deal_id = any(ids);
  delete from members_words where deal_id = any(ids);

  insert into search_values (value, keys)
  select distinct value, keys from searched_deals(ids) as deal, lateral (values
    ('b:' || brand_id, null::text[]), ('r:' || retailer_id, null),
    ('d:' || department, null), ('c:' || category, null), ('k:' || colour, null),
    ('d:' || likely_department, null), ('c:' || likely_category, null), ('k:' || likely_colour, null),
    ('s:' || sizes, size_keys)) as each (value, keys)
  where value is not null
    and not exists (select from search_values known where known.value = each.value)
  order by 1
  on conflict do nothing;

  insert into public_search
  select id, is_listed, is_living, published_day, published_at, feed_position,
    (select no from search_values where value = 'b:' || brand_id),
    (select no from search_values where value = 'd:' || department),
    (select no from search_values where value = 'c:' || category),
    (select no from search_values where value = 'k:' || colour),
    (select no from search_values where value = 's:' || sizes),
    sale_price_cents, saved_cents, discount_per_mille
  from searched_deals(ids) as deal;
  insert into public_words
  select id, search_tokens(brand_words, '{}',
    array['d=' || department, 'c=' || category, 'k=' || colour], is_listed)
  from searched_deals(ids) as deal;

  insert into members_search
  select id, is_listed, is_living, published_day, published_at, feed_position,
    (select no from search_values where value = 'b:' || brand_id),
    (select no from search_values where value = 'd:' || likely_department),
    (select no from search_values where value = 'c:' || likely_category),
    (select no from search_values where value = 'k:' || likely_colour),
    (select no from search_values where value = 's:' || sizes),
    sale_price_cents, saved_cents, discount_per_mille, (select no from search_values where value = 'r:' || retailer_id)
  from searched_deals(ids) as deal;
  insert into members_words
  select id, search_tokens(brand_words, words_of_name(product_name) || words_of_key(retailer_key),
    array['d=' || likely_department, 'c=' || likely_category, 'k=' || likely_colour], is_listed)
  from searched_deals(ids) as deal;

  -- Numbers and letters by themselves are not corrected to.
  insert into search_words (word, is_public)
  select word, is_public from (
    select true as is_public, unnest(tsvector_to_array(words)) as word from public_words where deal_id = any(ids)
    union
    select false, unnest(tsvector_to_array(words)) from members_words where deal_id = any(ids)
  ) as each
  where word ~ '^[^0-9=]{3,40}$'
  order by 1, 2
  on conflict do nothing;
end
$$;
