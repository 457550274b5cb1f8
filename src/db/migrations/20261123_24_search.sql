-- What lists of deals are searched and narrowed by. One row for each deal that is out, twice: for
-- everybody, made of what everybody may see and nothing else, and for members, with guesses, names and
-- retailers. Whatever a visitor asks is answered from the first alone.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Numbers for what deals are narrowed to, so that a hundred thousand are counted in no time: `c:boots`,
-- `b:` and the id of a brand, `s:` and all sizes of a deal, which are then also in `keys`.
create table search_values (
  no    integer generated always as identity primary key,
  value text not null unique,
  keys  text[]
);

create table public_search (
  deal_id            text primary key,
  -- In the feed: living, or ended today.
  is_listed          boolean not null,
  is_living          boolean not null,
  published_day      date not null,
  published_at       timestamptz not null,
  feed_position      integer not null,
  brand              integer,
  department         integer,
  category           integer,
  colour             integer,
  sizes              integer,
  sale_price_cents   integer,
  saved_cents        integer,
  discount_per_mille integer
);
create table members_search (
  like public_search including all,
  retailer integer
);

-- Their words apart, so that what is counted stays small: those of the brand, each also as `b=`; what it
-- is filed under, as `c=boots`; and `l=` while it is listed.
create table public_words (
  deal_id text primary key,
  words   tsvector not null
);
create table members_words (
  like public_words including all
);

-- What may have been meant where a word finds nothing. Words stay when their deals go: whoever corrects
-- by one looks first whether it finds anything.
create table search_words (
  word       text not null,
  is_public  boolean not null,
  primary key (word, is_public)
);

-- Those that share a fifth of their groups of three letters, the nearest first.
create function words_alike(wrong text, for_everybody boolean, most integer) returns setof text
language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select word from search_words where word % wrong and is_public = for_everybody
  order by similarity(word, wrong) desc, word limit most
$$;

-- Countries that a retailer ships to, by their two letters.
alter table retailers add column ships_to text[] not null default '{}';

-- A word and several of it are the same, as `singular` in the code has it.
create function singular(word text) returns text language sql immutable parallel safe as $$
  select case
    when word in ('shorts', 'tights') or length(word) < 4 or word !~ 's$' or word ~ 'ss$' then word
    when word ~ 'ies$' then left(word, -3) || 'y'
    when word ~ '(ss|sh|ch|x|z)es$' then left(word, -2)
    else left(word, -1)
  end
$$;

-- Of a name that is folded already.
create function words_of_key(name_key text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct singular(word)), '{}')
  from unnest(string_to_array(name_key, ' ')) as word where word <> ''
$$;

create function words_of_name(name text) returns text[] language sql stable as $$
  select words_of_key(regexp_replace(
    regexp_replace(lower(unaccent(name)), '[''`´]', '', 'g'),
    '[^a-z0-9\u0080-\U0010FFFF]+', ' ', 'g'))
$$;

create function search_tokens(brand_words text[], other_words text[], filed text[], is_listed boolean)
returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(
    brand_words || other_words || array_remove(filed, null)
    || array(select 'b=' || word from unnest(brand_words) as word)
    || case when is_listed then array['l='] else '{}' end)
$$;

create function search_no(wanted text) returns integer language sql stable as $$
  select no from search_values where value = wanted
$$;

-- A deal as it is searched by those who may see everything. HERE is said which deals are listed and living;
-- only those that are out are ever searched.
-- No view, which would hold on to columns of deals that may go one day.
create function searched_deals(ids text[]) returns table (
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
  sale_price_cents, original_price_cents - sale_price_cents as saved_cents, discount_per_mille,
  product_name, words_of_key(brands.name_key) as brand_words, retailers.name_key as retailer_key
from deals
left join brands on brands.id = brand_id
join retailers on retailers.id = retailer_id
where is_published and deals.id = any(ids)
$$;

-- Of these deals what is searched is made anew.
create function refresh_search(ids text[]) returns void language plpgsql as $$
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
    search_no('b:' || brand_id), search_no('d:' || department), search_no('c:' || category),
    search_no('k:' || colour), search_no('s:' || sizes),
    sale_price_cents, saved_cents, discount_per_mille
  from searched_deals(ids) as deal;
  insert into public_words
  select id, search_tokens(brand_words, '{}',
    array['d=' || department, 'c=' || category, 'k=' || colour], is_listed)
  from searched_deals(ids) as deal;

  insert into members_search
  select id, is_listed, is_living, published_day, published_at, feed_position,
    search_no('b:' || brand_id), search_no('d:' || likely_department), search_no('c:' || likely_category),
    search_no('k:' || likely_colour), search_no('s:' || sizes),
    sale_price_cents, saved_cents, discount_per_mille, search_no('r:' || retailer_id)
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

create function refresh_search_of_deals() returns trigger language plpgsql as $$
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
      new_deals.size_keys, new_deals.sale_price_cents, new_deals.original_price_cents
    ) is distinct from (
      old_deals.is_published, old_deals.has_left_feed, old_deals.ended_at is null, old_deals.published_at,
      old_deals.feed_position, old_deals.brand_id, old_deals.retailer_id, old_deals.product_name,
      old_deals.department, old_deals.category, old_deals.colour, old_deals.guessed_terms,
      old_deals.size_keys, old_deals.sale_price_cents, old_deals.original_price_cents
    );
  end if;
  if changed is not null then perform refresh_search(changed); end if;
  return null;
end
$$;

-- By their names they follow those that count days, whose lock puts publishers in a line.
create trigger deals_words_inserted after insert on deals
  referencing new table as new_deals for each statement execute function refresh_search_of_deals();
create trigger deals_words_updated after update on deals
  referencing old table as old_deals new table as new_deals for each statement execute function refresh_search_of_deals();
create trigger deals_words_deleted after delete on deals
  referencing old table as old_deals for each statement execute function refresh_search_of_deals();

-- One that is called otherwise is found by its new name.
create function refresh_search_of_names() returns trigger language plpgsql as $$
begin
  perform refresh_search(array(
    select id from deals where is_published
      and case tg_table_name when 'brands' then brand_id else retailer_id end = new.id));
  return null;
end
$$;
create trigger brands_renamed after update of name_key on brands
  for each row when (old.name_key <> new.name_key) execute function refresh_search_of_names();
create trigger retailers_renamed after update of name_key on retailers
  for each row when (old.name_key <> new.name_key) execute function refresh_search_of_names();

select refresh_search(array(select id from deals where is_published));

create index public_search_newest on public_search (published_day desc, published_at desc, feed_position, deal_id) where is_listed;
create index public_search_ended on public_search (deal_id) where is_listed and not is_living;
create index public_search_brand on public_search (brand);
create index public_search_category on public_search (category);
create index public_search_colour on public_search (colour);
create index public_search_department on public_search (department);
create index public_search_sizes on public_search (sizes);
create index public_words_words on public_words using gin (words) with (fastupdate = off);
create index members_search_newest on members_search (published_day desc, published_at desc, feed_position, deal_id) where is_listed;
create index members_search_ended on members_search (deal_id) where is_listed and not is_living;
create index members_search_brand on members_search (brand);
create index members_search_category on members_search (category);
create index members_search_colour on members_search (colour);
create index members_search_department on members_search (department);
create index members_search_sizes on members_search (sizes);
create index members_search_retailer on members_search (retailer);
create index members_words_words on members_words using gin (words) with (fastupdate = off);
create index search_values_keys on search_values using gin (keys) with (fastupdate = off);
create index search_words_alike on search_words using gin (word gin_trgm_ops) with (fastupdate = off);
