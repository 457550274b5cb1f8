-- Beside the sizes as the retailer says them, the keys by which they are compared. Deals of before have
-- none until they are filed anew, and until then their sizes are shown to nobody but the back office.
alter table deals add column size_keys text[] not null default '{}';
create index deals_size_keys on deals using gin (size_keys) where is_published;
create index deals_without_size_keys on deals (id) where sizes <> '{}' and size_keys = '{}';
