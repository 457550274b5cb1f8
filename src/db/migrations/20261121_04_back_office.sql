-- The back office: who may enter, what was changed, and deals that can be taken back.

-- One row: the administrator's password, as its argon2id hash.
create table admin_credentials (
  id            smallint primary key default 1 check (id = 1),
  password_hash text not null,
  set_at        timestamptz not null default now()
);

-- Only a SHA-256 of the token is kept. `label` names the session in the audit log for good, after
-- the session itself is gone.
create table admin_sessions (
  token_hash   text primary key,
  label        text not null unique,
  -- What the person at the screen calls himself or herself; empty for nobody in particular.
  name         text not null default '',
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create table audit_entries (
  id            bigint generated always as identity primary key,
  happened_at   timestamptz not null default now(),
  actor_name    text not null,
  actor_session text not null,
  action        text not null,
  subject_kind  text not null,
  subject_id    text not null,
  -- What the subject was called at the time.
  subject_label text not null,
  -- The same for all entries of one action on many.
  batch_id      text,
  before        jsonb,
  after         jsonb
);

create index audit_entries_happened_at_idx on audit_entries (happened_at desc, id desc);
create index audit_entries_subject_idx on audit_entries (subject_kind, subject_id, id desc);
create index audit_entries_action_idx on audit_entries (action, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is only ever added to.' using errcode = 'restrict_violation';
end
$$;

create trigger audit_entries_are_final before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger audit_entries_stay before truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- A deleted deal keeps its row, so that it can come back and its clicks still count.
alter table deals
  add column deleted_at timestamptz,
  add column was_published boolean not null default false,
  -- Raised by every change of what the edit dialog shows.
  add column version integer not null default 1,
  add column created_day date generated always as ((created_at at time zone 'America/Toronto')::date) stored,
  alter column brand_id drop not null,
  add check (deleted_at is null or not is_published),
  add check (not is_published or (brand_id is not null and product_name <> ''));

-- The link of a deleted deal is free again.
alter table deals drop constraint deals_buy_url_key_key;
create unique index deals_buy_url_key_idx on deals (buy_url_key) where deleted_at is null;
create index deals_created_day_idx on deals (created_day desc, created_at desc, feed_position, id) where deleted_at is null;
create index deals_import_id_idx on deals (import_id) where import_id is not null;

alter table imports
  add column state text not null default 'imported' check (state in ('imported', 'refused', 'undone')),
  add column row_count integer,
  add column duplicate_count integer not null default 0,
  add column problem_count integer not null default 0,
  -- Who did it, in the words of the audit log; null for one made on the server itself.
  add column actor_name text,
  add column undone_at timestamptz,
  add column undone_count integer;

create index imports_created_at_idx on imports (created_at desc);
