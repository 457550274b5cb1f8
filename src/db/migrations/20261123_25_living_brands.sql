-- Whether anything of a brand or a retailer lives is asked for each that begins as somebody types: most of
-- what a brand ever had has ended.
create index public_search_living_brand on public_search (brand) where is_living;
create index members_search_living_brand on members_search (brand) where is_living;
create index members_search_living_retailer on members_search (retailer) where is_living;
