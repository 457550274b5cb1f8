-- Since when a feed has a piece, and what it cost the time before: what is new or cheaper is looked at first.
alter table feed_candidates add column since timestamptz not null default now();
alter table feed_candidates add column earlier_hundredths integer;
create index feed_candidates_gtin on feed_candidates (gtin) where gtin is not null;
