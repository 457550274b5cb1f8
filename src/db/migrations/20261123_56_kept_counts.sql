-- How many pieces of a feed are alike in all that the pool is narrowed by most: counted once, when a run takes the place
-- of the one before, instead of with every look at the pool.
create table feed_counts (
  source_id   text not null references feed_sources (id) on delete cascade,
  run_id      bigint not null,
  brand_key   text not null,
  brand_name  text not null,
  department  text,
  category    text,
  -- Whole tens of percent off, in thousandths; -1 where nothing is said of it.
  off_per_mille integer not null,
  is_in_stock boolean not null,
  pieces      integer not null
);
create index feed_counts_of_run on feed_counts (source_id, run_id);

insert into feed_counts (source_id, run_id, brand_key, brand_name, department, category, off_per_mille, is_in_stock, pieces)
select source_id, run_id, brand_key, min(brand_name), department, category,
  coalesce(off_per_mille / 100 * 100, -1) as off, is_in_stock, count(*)
from feed_candidates where run_id in (select current_run_id from feed_sources)
group by source_id, run_id, brand_key, department, category, off, is_in_stock;

-- As the pool is sorted and narrowed, over all feeds.
drop index feed_candidates_off;
create index feed_candidates_by_off on feed_candidates ((coalesce(off_per_mille, -1)), id);
create index feed_candidates_by_since on feed_candidates (since, id);
create index feed_candidates_by_price on feed_candidates (now_hundredths, id);
create index feed_candidates_by_brand on feed_candidates (brand_key);
create index feed_candidates_by_link on feed_candidates (buy_url_key);
create index feed_candidates_by_size on feed_candidates using gin (size_keys);
