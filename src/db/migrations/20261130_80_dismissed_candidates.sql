-- Candidates that are not for us, and who said so. They are known by what their shop calls them, so that they stay
-- dismissed when the feed is read again, and while it leaves them out for a day.
create table feed_dismissals (
  source_id    text not null references feed_sources (id) on delete cascade,
  item_key     text not null,
  -- What it was called in the pool at that time: by this it is brought back, also after another reading.
  candidate_id bigint not null,
  dismissed_at timestamptz not null,
  dismissed_by text not null,
  primary key (source_id, item_key)
);
create index feed_dismissals_candidate_id_idx on feed_dismissals (candidate_id);
