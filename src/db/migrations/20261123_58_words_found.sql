-- Whether a word finds anything is asked of each that may have been meant, as somebody types: an index of words goes
-- through all deals that have one before it answers. So beside each word stands a deal that has it. Whoever asks looks
-- whether that deal still does, and takes the long way if not: what is kept is only ever a hint.
alter table search_words add column witness text;

create function words_of_deals(ids text[]) returns table (word text, is_public boolean, deal_id text)
language sql stable as $$
  select word, is_public, deal_id from (
    select true as is_public, deal_id, unnest(tsvector_to_array(words)) as word from public_words where deal_id = any(ids)
    union all
    select false, deal_id, unnest(tsvector_to_array(words)) from members_words where deal_id = any(ids)
  ) as each
  where word ~ '^[^0-9=]{3,40}$'
$$;

-- As before; a word whose deal does not have it any more gets one of these, which do.
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
  insert into search_words (word, is_public, witness)
  select distinct on (word, is_public) word, is_public, deal_id from words_of_deals(ids)
  order by 1, 2, 3
  on conflict do nothing;
  update search_words known set witness = found.deal_id
  from (select distinct on (word, is_public) * from words_of_deals(ids) order by word, is_public, deal_id) as found
  where known.word = found.word and known.is_public = found.is_public and case when known.is_public
    then not exists (select from public_words where deal_id = witness and known.word = any(tsvector_to_array(words)))
    else not exists (select from members_words where deal_id = witness and known.word = any(tsvector_to_array(words)))
  end;
end
$$;

update search_words set witness = case when is_public
  then (select deal_id from public_words where words @@ array_to_tsvector(array[word])::text::tsquery limit 1)
  else (select deal_id from members_words where words @@ array_to_tsvector(array[word])::text::tsquery limit 1)
end;

create index search_words_beginning on search_words (word text_pattern_ops);
