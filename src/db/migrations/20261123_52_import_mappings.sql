-- What a person said that the columns of a retailer's sheets mean, to be offered again.
create table import_mappings (
  retailer_id text not null references retailers (id) on delete cascade,
  -- Folded, and as it stood in the sheet.
  heading_key text not null,
  heading     text not null,
  -- Empty for a column that is left aside.
  field       text not null,
  used_at     timestamptz not null,
  primary key (retailer_id, heading_key)
);
create index import_mappings_heading_key_idx on import_mappings (heading_key);
