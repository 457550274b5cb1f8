-- The private link to somebody's saved deals: one for each, of which only a SHA-256 is kept.
create table saved_feeds (
  user_id    text primary key references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null
);
