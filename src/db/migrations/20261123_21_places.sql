-- The living deals of a brand, a category or a retailer, in the order of the feed.
create index deals_of_brand on deals (brand_id, published_day desc, published_at desc, feed_position, id)
  where is_published and ended_at is null;
create index deals_of_category on deals (category, published_day desc, published_at desc, feed_position, id)
  where is_published and ended_at is null;
create index deals_of_retailer on deals (retailer_id, published_day desc, published_at desc, feed_position, id)
  where is_published and ended_at is null;
