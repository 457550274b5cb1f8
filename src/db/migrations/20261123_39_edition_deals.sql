-- Which deals are to be in the edition of a day that is to come, and in which order. A row of its own for each, so that
-- moving a deal is one small write that disturbs nobody who reads the feed. When the deal goes out, `position` becomes
-- its `feed_position`; until it has a row here its `feed_position` stands for it. Positions lie far apart: a deal
-- that is put between two others mostly finds room.
create table edition_deals (
  deal_id   text primary key references deals (id) on delete cascade,
  day       date not null,
  position  integer not null,
  -- One more with each change of this row: who moves a deal says which one they saw.
  version   integer not null default 1,
  -- Who put it there last, as the audit calls them.
  placed_by text not null default '',
  placed_at timestamptz not null
);
create index edition_deals_of_day on edition_deals (day, position, deal_id);
