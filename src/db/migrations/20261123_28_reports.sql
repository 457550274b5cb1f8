-- Two members have said within a day that it is gone; told to everybody until somebody has looked.
alter table deals add column said_gone_at timestamptz;
create index deals_said_gone_at_idx on deals (said_gone_at) where said_gone_at is not null;

-- What people tell us of a deal, and what became of it. Words are for the back office and whoever wrote them. When an
-- account goes, its reports stay as numbers: without a name, and without words.
create table reports (
  id          bigint generated always as identity primary key,
  deal_id     text not null references deals (id) on delete cascade,
  user_id     text references users (id) on delete set null,
  kind        text not null check (kind in ('gone', 'price', 'size', 'link', 'other')),
  words       text check (char_length(words) <= 200),
  -- What they saw, where the price is another one; and what we had said then.
  seen_cents  integer,
  shown_cents integer,
  size        text,
  -- By a member: only these count as evidence.
  is_evidence boolean not null,
  reported_at timestamptz not null,
  -- The business day: of one kind once a day.
  reported_on date not null,
  answered_at timestamptz,
  outcome     text check (outcome in
                ('ended', 'price-corrected', 'size-off', 'link-mended', 'noted', 'nothing-wrong', 'unclear')),
  -- What was found, of what everybody may see.
  answer      jsonb not null default '{}',
  -- When whoever reported may be told, and was.
  tell_at     timestamptz,
  told_at     timestamptz,
  check ((answered_at is null) = (outcome is null)),
  unique (user_id, deal_id, kind, reported_on)
);
create index reports_open_idx on reports (deal_id, reported_at) where answered_at is null;
create index reports_of_deal_idx on reports (deal_id, reported_at desc);
create index reports_reported_at_idx on reports (reported_at);
create index reports_answered_at_idx on reports (answered_at desc) where answered_at is not null;
create index reports_untold_idx on reports (tell_at) where tell_at is not null and told_at is null;
