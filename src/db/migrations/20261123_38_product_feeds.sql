-- Product feeds as retailers and networks give them: lists of all that a shop sells, in whatever form. What fits
-- the rules of a feed is a candidate; only what a curator picks becomes a deal, and a draft at that.
create table feed_sources (
  id             text primary key,
  name           text not null,
  -- Fetched from there once a day; without one its files are uploaded.
  address        text,
  -- By field of ours the column that says it, as somebody has mapped it by hand.
  mapping        jsonb not null default '{}',
  -- What of it is a candidate: brands, categories, at least so many percent off, in stock.
  rules          jsonb not null default '{}',
  -- Of prices that do not say it themselves.
  currency       text not null default 'USD',
  -- What the shop said of the last file, for asking whether it is another by now.
  etag           text,
  last_modified  text,
  fingerprint    text,
  -- The run whose rows are there; what another one has begun does not count until it is through.
  current_run_id bigint,
  next_fetch_at  timestamptz,
  version        integer not null default 1,
  created_at     timestamptz not null,
  created_by     text,
  constraint feed_sources_rules_small check (octet_length(rules::text) <= 16384),
  constraint feed_sources_mapping_small check (octet_length(mapping::text) <= 16384)
);
create index feed_sources_due on feed_sources (next_fetch_at) where next_fetch_at is not null;

create table feed_runs (
  id           bigint generated always as identity primary key,
  source_id    text not null references feed_sources (id) on delete cascade,
  state        text not null,
  -- Null for the clock.
  asked_by     text,
  file_name    text,
  started_at   timestamptz not null,
  -- When it was last heard of.
  heard_at     timestamptz not null,
  ended_at     timestamptz,
  bytes        bigint not null default 0,
  bytes_total  bigint,
  format       text,
  rows_read    integer not null default 0,
  rows_kept    integer not null default 0,
  rows_refused integer not null default 0,
  -- Pieces: several rows may be the sizes of one.
  pieces       integer not null default 0,
  added        integer not null default 0,
  changed      integer not null default 0,
  cheaper      integer not null default 0,
  gone         integer not null default 0,
  -- The first rows that could not be used: number, what is wrong, and what stood there.
  refused      jsonb not null default '[]',
  -- The columns of a file that has such, with the first values of each.
  columns      jsonb not null default '[]',
  -- Why it came to no good end.
  problem      text,
  constraint feed_runs_state_known check (state in ('waiting', 'fetching', 'reading', 'done', 'same', 'failed'))
);
create index feed_runs_of_source on feed_runs (source_id, id desc);
create unique index feed_runs_one_at_a_time on feed_runs (source_id) where state in ('waiting', 'fetching', 'reading');

-- The rows of a feed, of the run that read them: a run adds its own, and those of the one before go when it is through.
create table feed_candidates (
  id             bigint generated always as identity primary key,
  run_id         bigint not null,
  source_id      text not null references feed_sources (id) on delete cascade,
  -- What the shop calls it: its group and colour where sizes are rows of their own, else its id.
  item_key       text not null,
  row_number     integer not null,
  -- All that is said of it, to know tomorrow whether something has changed.
  fingerprint    text not null,
  brand_name     text not null,
  brand_key      text not null,
  product_name   text not null,
  buy_url        text not null,
  buy_url_key    text not null,
  domain         text not null,
  picture_urls   text[] not null default '{}',
  department     text,
  category       text,
  colour         text,
  -- The shop's own words for what it is.
  kind_words     text not null default '',
  gtin           text,
  style_number   text,
  sizes          text[] not null default '{}',
  size_keys      text[] not null default '{}',
  currency       text not null,
  now_hundredths integer not null,
  was_hundredths integer,
  off_per_mille  integer,
  is_in_stock    boolean not null,
  words          tsvector not null,
  unique (run_id, item_key)
);
create index feed_candidates_of_source on feed_candidates (source_id, id);
create index feed_candidates_off on feed_candidates (run_id, off_per_mille desc nulls last, id);
create index feed_candidates_words on feed_candidates using gin (words);

-- Words of candidates, for when one is mistyped.
create table feed_words (
  word text primary key
);
create index feed_words_alike on feed_words using gin (word gin_trgm_ops) with (fastupdate = off);

create function feed_words_alike(wrong text, most integer) returns setof text
language sql stable set pg_trgm.similarity_threshold = 0.2 as $$
  select word from feed_words where word % wrong order by similarity(word, wrong) desc, word limit most
$$;

-- Which deal came from which candidate: it stays when the candidate goes.
create table feed_picks (
  deal_id     text primary key references deals (id) on delete cascade,
  source_id   text references feed_sources (id) on delete set null,
  source_name text not null,
  item_key    text not null,
  -- Of these pictures those that can be had become the deal's.
  picture_urls text[] not null default '{}',
  pictures_at timestamptz,
  picked_at   timestamptz not null,
  picked_by   text
);
create index feed_picks_of_source on feed_picks (source_id, item_key);

-- Searches that found nothing, by week and without anybody: of each who searched only which of 52 bits a number made
-- of them falls on, which it shares with every 52nd. The bits that are set count people, never too many.
create table fruitless_searches (
  words  text not null,
  week   date not null,
  people bigint not null default 0,
  primary key (words, week)
);
