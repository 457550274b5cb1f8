-- Our own look at each living deal's page: what was seen last, and when and where the next request goes. One row
-- for each deal; a look of several requests (a redirect) is taken up where it was by whoever comes next.
create table deal_checks (
  deal_id        text primary key references deals (id) on delete cascade,
  retailer_id    text not null,
  -- The link of the deal as it was when the row was made, and where a redirect has led from it.
  url            text not null,
  next_url       text,
  hops           smallint not null default 0,
  -- Whose pace the next request keeps.
  host           text not null,
  due_at         timestamptz not null,
  -- Today's, saved and clicked ones go first; those that somebody asked for before all.
  is_first       boolean not null default false,
  asked_for      text,
  looked_at      timestamptz,
  answer         text,
  -- The last look that could tell.
  certain_at     timestamptz,
  certain_answer text,
  -- Since when it could not be told.
  failing_since  timestamptz,
  -- Seen sold out or gone once: certain when it is seen again two hours later.
  suspected      text,
  suspected_at   timestamptz,
  -- Seen for sale again once, after we ended it.
  returning_at   timestamptz,
  -- How many members said within a day that it is gone.
  reported       smallint not null default 0,
  reported_at    timestamptz,
  etag           text,
  last_modified  text,
  -- What the page said when it could be read last.
  found          jsonb,
  -- For which reason we ended it; null for what people end.
  ended_for      text,
  constraint deal_checks_answer_known check (answer in ('same', 'changed', 'sold-out', 'gone', 'refused', 'unreadable', 'no-answer')),
  constraint deal_checks_certain_answer_known check (certain_answer in ('same', 'changed', 'sold-out', 'gone')),
  constraint deal_checks_suspected_known check (suspected in ('sold-out', 'gone')),
  constraint deal_checks_suspected_since check ((suspected is null) = (suspected_at is null))
);
create index deal_checks_due_idx on deal_checks (host, due_at);
create index deal_checks_failing_idx on deal_checks (retailer_id) where failing_since is not null;

-- One request at a time for each host, and so long after the one before: all processes keep it here.
create table check_hosts (
  host         text primary key,
  next_at      timestamptz not null,
  -- Until then one process is asking it.
  leased_until timestamptz,
  -- Its robots.txt, whom it lets in where it has none, and how it answered.
  robots       text,
  robots_is    text,
  robots_at    timestamptz,
  constraint check_hosts_robots_known check (robots_is in ('text', 'open', 'away'))
);
create index check_hosts_next_idx on check_hosts (next_at);

-- What a look brought to light: done by itself, or waiting for a person. Without a deal it is about a retailer,
-- too many of whose deals would have ended in a day.
create table check_findings (
  id          bigint generated always as identity primary key,
  deal_id     text references deals (id) on delete cascade,
  retailer_id text not null,
  kind        text not null,
  state       text not null,
  facts       jsonb not null default '{}',
  evidence    text,
  found_at    timestamptz not null,
  decided_at  timestamptz,
  decided_by  text,
  constraint check_findings_state_known check (state in ('done', 'waiting', 'accepted', 'corrected', 'ignored', 'outdated')),
  constraint check_findings_evidence_short check (octet_length(evidence) <= 4096)
);
create index check_findings_newest_idx on check_findings (found_at desc, id desc);
create unique index check_findings_waiting_idx on check_findings (deal_id, kind) where state = 'waiting' and deal_id is not null;
create unique index check_findings_retailer_waiting_idx on check_findings (retailer_id, kind) where state = 'waiting' and deal_id is null;
create index check_findings_ended_idx on check_findings (retailer_id, found_at) where state in ('done', 'accepted') and kind in ('sold-out', 'gone');
