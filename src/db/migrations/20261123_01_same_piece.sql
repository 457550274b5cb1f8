-- By which one piece is known again at another shop: its GTIN, with fourteen digits, or its maker's own
-- number, which is written in many ways and compared by its letters and digits.
alter table deals
  add column gtin text,
  add column style_number text;
create index deals_gtin on deals (gtin) where gtin is not null;
create index deals_style_number on deals (brand_id, upper(regexp_replace(style_number, '[^A-Za-z0-9]+', '', 'g')))
  where style_number is not null;
