-- What is told to marketing services, by people who agreed to it.

create table marketing_events (
  id          text primary key,
  event_name  text not null check (event_name in ('PageView', 'BridgePageViewed', 'Purchase')),
  -- Shared with the page's own data layer: the same event is never told twice.
  event_id    text not null,
  -- What is sent. Emptied once it has been, or is not to be sent any more.
  payload     jsonb not null default '{}',
  -- Whose agreement it rests on; withdrawn, what waits is deleted.
  consent_id  text not null,
  state       text not null default 'queued' check (state in ('queued', 'sent', 'dropped')),
  attempts    integer not null default 0,
  last_error  text,
  happened_at timestamptz not null,
  finished_at timestamptz,
  unique (event_name, event_id)
);

create index marketing_events_consent_id_idx on marketing_events (consent_id) where state = 'queued';
create index marketing_events_waiting_idx on marketing_events (happened_at) where state = 'queued';
create index marketing_events_finished_at_idx on marketing_events (finished_at);

-- What a purchase is told with: kept for days only, and only with the buyer's agreement.
alter table checkouts
  add column consent_id           text,
  add column fbp                  text,
  add column fbc                  text,
  add column client_ip            text,
  add column client_user_agent    text,
  add column source_url           text,
  -- When the one page that reports it was told that it is the first.
  add column purchase_reported_at timestamptz;

create index checkouts_consent_id_idx on checkouts (consent_id) where consent_id is not null;
