-- Links to shops that a curator has pasted: what stands on each page, as a draft of a deal until one is made of it.
create table pasted_links (
  id         text primary key,
  position   integer not null,
  pasted     text not null,
  -- Null for what is no link.
  url        text,
  url_key    text,
  -- Where the next request goes, and whose pace it keeps.
  next_url   text,
  host       text,
  hops       integer not null default 0,
  due_at     timestamptz not null,
  state      text not null check (state in ('waiting', 'read', 'unread', 'made')),
  -- Why the page could not be read.
  answer     text,
  -- The fields of the form, and where each came from.
  draft      jsonb not null default '{}',
  sources    jsonb not null default '{}',
  notes      jsonb not null default '[]',
  -- Addresses of pictures that the page offers, with the ones that are stored, and which is chosen.
  pictures   jsonb not null default '[]',
  picture    text,
  pictures_due boolean not null default false,
  evidence   text,
  version    integer not null default 1,
  deal_id    text references deals (id) on delete set null,
  pasted_by  text not null,
  pasted_at  timestamptz not null,
  changed_at timestamptz not null
);
create index pasted_links_due_idx on pasted_links (host, due_at) where state = 'waiting';
create index pasted_links_pictures_idx on pasted_links (pasted_at, position) where pictures_due;
create unique index pasted_links_open_idx on pasted_links (url_key) where state in ('waiting', 'read', 'unread');
create index pasted_links_pasted_idx on pasted_links (pasted_at desc, position);
