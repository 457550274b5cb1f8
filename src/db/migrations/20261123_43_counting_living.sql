-- What a list may be narrowed to is counted over everything that lives, beside years of what has ended: all that is
-- asked of it lies together, in the order of the price, whose two ends are told.
create index public_search_counted on public_search (sale_price_cents, department, category, brand, colour, sizes,
  saved_cents, discount_per_mille, published_day, is_listed) where is_living;
create index members_search_counted on members_search (sale_price_cents, department, category, brand, colour, sizes,
  saved_cents, discount_per_mille, published_day, is_listed, retailer) where is_living;
