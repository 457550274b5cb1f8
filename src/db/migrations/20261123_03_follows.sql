-- What somebody follows, or leaves out. `value` is the id of a brand or a retailer, a category of the
-- vocabulary, or the filters of a search as their address writes them.
create table follows (
  id             text primary key,
  user_id        text not null references users (id) on delete cascade,
  kind           text not null check (kind in ('brand', 'category', 'retailer', 'search')),
  value          text not null,
  is_hidden      boolean not null default false,
  -- It rests on what members pay for: without a membership it sleeps.
  is_for_members boolean not null default false,
  created_at     timestamptz not null,
  brand_id       text generated always as (case when kind = 'brand' then value end) stored
                   references brands (id) on delete cascade,
  retailer_id    text generated always as (case when kind = 'retailer' then value end) stored
                   references retailers (id) on delete cascade,
  unique (user_id, kind, value)
);
create index follows_of_value on follows (kind, value, user_id);
create index follows_of_brand on follows (brand_id);
create index follows_of_retailer on follows (retailer_id);

-- What else somebody has said of what is for them.
create table for_you_setups (
  user_id     text primary key references users (id) on delete cascade,
  departments text[] not null default '{}',
  size_keys   text[] not null default '{}',
  -- The most that a piece may cost, in cents, by its category.
  ceilings    jsonb not null default '{}',
  -- It was offered, once; and it was done.
  offered_at  timestamptz,
  set_up_at   timestamptz
);

-- 'Not for me': taken away until the deal is too old to come back by itself.
create table declined_deals (
  user_id     text not null references users (id) on delete cascade,
  deal_id     text not null references deals (id) on delete cascade,
  declined_at timestamptz not null,
  primary key (user_id, deal_id)
);
create index declined_deals_of_deal on declined_deals (deal_id);
create index declined_deals_declined_at on declined_deals (declined_at);
