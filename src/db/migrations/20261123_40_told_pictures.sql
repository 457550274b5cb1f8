-- What a curator has said of a picture of a deal: what it shows, for those who do not see it, and where in it
-- the piece is, in per mille from left and top. Public, as the picture is.
create table deal_picture_notes (
  deal_id     text not null references deals (id) on delete cascade,
  picture_id  text not null references pictures (id),
  alternative text not null default '',
  focus_x     smallint check (focus_x between 0 and 1000),
  focus_y     smallint check (focus_y between 0 and 1000),
  primary key (deal_id, picture_id),
  check ((focus_x is null) = (focus_y is null))
);

-- How a picture looks, coarsely, to know it again in another file; and what the last sweep found of its files.
alter table pictures
  add column likeness  text check (likeness ~ '^[0-9a-f]{16}$'),
  add column fault     text check (fault in ('missing', 'unreadable')),
  add column swept_at  timestamptz;
create index pictures_fault_idx on pictures (id) where fault is not null;

-- How somebody likes to look at the list of deals, under a name; without an account it is the shared password's.
create table list_views (
  id               text primary key,
  administrator_id text references administrators (id) on delete cascade,
  name             text not null,
  name_key         text not null,
  address          text not null,
  columns          text[] not null,
  created_at       timestamptz not null default now(),
  unique nulls not distinct (administrator_id, name_key)
);
