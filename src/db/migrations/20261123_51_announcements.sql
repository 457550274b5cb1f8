-- Letters to all: for what terms and policy promise to announce. Nobody can turn them off, and they are nobody's stream.
create table announcements (
  id                text primary key,
  subject           text not null,
  body              text not null,
  audience          text not null check (audience in ('everybody', 'members', 'trials', 'free')),
  -- The version of terms or policy that it tells of.
  document          text check (document in ('terms', 'policy')),
  version           integer check (version > 0),
  -- Of the words; the one that was sent to somebody of us last.
  revision          integer not null default 1,
  tried_revision    integer,
  state             text not null default 'draft' check (state in ('draft', 'going', 'stopped', 'done')),
  written_by        text not null,
  changed_at        timestamptz not null,
  sent_by           text,
  started_at        timestamptz,
  -- To how many an hour, and until when that is used up.
  per_hour          integer check (per_hour > 0),
  paced_through     timestamptz,
  -- The last account that was looked at, in the order of ids; whoever came after the start is not meant.
  after_user_id     text not null default '',
  is_promised_to_all boolean not null default false,
  people            integer,
  finished_at       timestamptz,
  -- What became of its mails, once all of it is known: the mails themselves are forgotten in time.
  fates             jsonb,
  check ((document is null) = (version is null)),
  check ((state = 'draft') = (started_at is null))
);

-- Mails of a letter to all, of which it is one.
alter table mails add column announcement_id text;
create index mails_announcement on mails (announcement_id, state) where announcement_id is not null;
