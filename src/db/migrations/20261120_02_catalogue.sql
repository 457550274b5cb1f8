-- What the club shows: deals, whose they are, where they are sold, and their pictures.

create table brands (
  id         text primary key,
  name       text not null,
  -- The name folded for matching: two spellings of one house are one brand.
  name_key   text not null unique,
  created_at timestamptz not null default now()
);

create table retailers (
  id         text primary key,
  name       text not null,
  name_key   text not null unique,
  domain     text not null,
  created_at timestamptz not null default now()
);

create index retailers_domain_idx on retailers (domain);

-- One row per distinct picture; the files are stored under the same id.
create table pictures (
  id          text primary key check (id ~ '^[0-9a-f]{32}$'),
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  -- The colour shown until the picture has loaded, as #rrggbb.
  placeholder text not null check (placeholder ~ '^#[0-9a-f]{6}$'),
  created_at  timestamptz not null default now()
);

-- One spreadsheet that was imported whole.
create table imports (
  id            text primary key,
  file_name     text not null,
  file_sha256   text not null,
  created_count integer not null,
  created_at    timestamptz not null default now()
);

create table deals (
  id                   text primary key,
  brand_id             text not null references brands (id),
  retailer_id          text not null references retailers (id),
  product_name         text not null,
  original_price_cents integer check (original_price_cents >= 0),
  sale_price_cents     integer check (sale_price_cents >= 0),
  -- Tenths of a percent off, unknown while a price is.
  discount_per_mille   integer generated always as (
    case when original_price_cents > 0
      then round((original_price_cents - sale_price_cents) * 1000.0 / original_price_cents)::integer
    end) stored,
  buy_url              text not null check (length(buy_url) <= 2048),
  -- The link without what does not change where it leads: the same piece twice has the same key.
  buy_url_key          text not null unique,
  domain               text not null,
  card_picture_id      text references pictures (id),
  category             text,
  sizes                text[] not null default '{}',
  is_preview           boolean not null default false,
  is_published         boolean not null default false,
  show_in_splash       boolean not null default false,
  carousel_assignment  smallint not null default 0 check (carousel_assignment between 0 and 5),
  -- Room for sales that open and close by themselves; nothing reads these yet.
  starts_at            timestamptz,
  ends_at              timestamptz,
  import_id            text references imports (id),
  created_at           timestamptz not null default now(),
  published_at         timestamptz,
  -- The business day is the calendar day in Toronto.
  published_day        date generated always as ((published_at at time zone 'America/Toronto')::date) stored,
  -- Order among deals published at the same moment: that of the curator's sheet.
  feed_position        integer not null default 0,
  check (sale_price_cents <= original_price_cents),
  check (published_at is not null or not is_published)
);

create index deals_feed_idx on deals (published_day desc, published_at desc, feed_position, id) where is_published;
create index deals_preview_idx on deals (published_day desc, published_at, feed_position, id) where is_published and is_preview;
create index deals_splash_idx on deals (published_at desc, feed_position, id) where is_published and show_in_splash;
create index deals_carousel_idx on deals (carousel_assignment, published_at desc, feed_position, id) where is_published and carousel_assignment > 0;
create index deals_brand_id_idx on deals (brand_id);
create index deals_retailer_id_idx on deals (retailer_id);
create index deals_created_at_idx on deals (created_at desc);

-- Up to five further pictures of a deal, tried in order when the card picture fails.
create table deal_pictures (
  deal_id    text not null references deals (id) on delete cascade,
  position   smallint not null check (position between 1 and 5),
  picture_id text not null references pictures (id),
  primary key (deal_id, position)
);

-- What a price was said to be and when: the history and the evidence behind "original price".
create table price_observations (
  id                   bigint generated always as identity primary key,
  deal_id              text not null references deals (id) on delete cascade,
  observed_at          timestamptz not null default now(),
  original_price_cents integer,
  sale_price_cents     integer,
  source               text not null,
  evidence_picture_id  text references pictures (id)
);

create index price_observations_deal_id_idx on price_observations (deal_id, observed_at desc);
