-- Mail that people have asked for: what they chose, what they said yes to, and what came back.

-- When somebody who reads this inbox has followed a link that we mailed there. Paying with an address
-- proves nothing of the kind.
alter table users add column inbox_proven_at timestamptz;
update users set inbox_proven_at = coalesce(password_changed_at, confirmed_at, created_at)
where exists (select from email_changes
    where user_id = users.id and new_email = users.email and confirmed_at is not null and stopped_at is null)
  or exists (select from sign_ups join confirmation_links on sign_up_id = sign_ups.id
    where user_id = users.id and used_at is not null)
  or exists (select from password_resets where user_id = users.id and used_at is not null);

create table mail_choices (
  user_id              text primary key references users (id) on delete cascade,
  -- What names the person in a link of a mail, and the secret that signs it.
  ref                  text not null unique,
  link_key             text not null,
  edition              text not null default 'never' check (edition in ('daily', 'weekly', 'never')),
  -- Of the weekly one; 0 is Sunday.
  edition_weekday      smallint not null default 0 check (edition_weekday between 0 and 6),
  alerts               text not null default 'never' check (alerts in ('at-once', 'daily', 'never')),
  hour                 smallint not null check (hour between 0 and 23),
  time_zone            text not null,
  -- When they were asked and chose; null while they have not.
  answered_at          timestamptz,
  -- When an edition is looked for next; null for who takes none.
  next_edition_at      timestamptz,
  -- The newest edition they were sent, and the last deal that it knew of.
  edition_sent_day     text,
  edition_sent_through timestamptz,
  -- A mail came back, or was called unwanted: nothing goes to that address until they choose again.
  stopped_at           timestamptz,
  stopped_why          text check (stopped_why in ('bounce', 'complaint')),
  stopped_address_hash text
);
create index mail_choices_due on mail_choices (next_edition_at) where next_edition_at is not null;

-- Each yes: to what, in which words, where and when.
create table mail_consents (
  id       text primary key,
  user_id  text not null references users (id) on delete cascade,
  stream   text not null check (stream in ('edition', 'alerts')),
  choice   text not null,
  wording  text not null,
  place    text not null,
  given_at timestamptz not null
);
create index mail_consents_user_id on mail_consents (user_id, given_at);

-- What became of mails after they were taken, and who had enough. Counted without a name after the account.
create table mail_events (
  id          text primary key,
  user_id     text references users (id) on delete set null,
  mail_id     text,
  stream      text not null,
  kind        text not null check (kind in ('bounce', 'complaint', 'unsubscribe')),
  -- Where it was said: by the mail server, by whoever handles our mail, in one click, on a page.
  told_by     text not null,
  happened_at timestamptz not null
);
create index mail_events_happened_at on mail_events (happened_at);
create index mail_events_user_id on mail_events (user_id);
create unique index mail_events_once on mail_events (mail_id, kind) where mail_id is not null;

-- Streams that the back office has stopped.
create table mail_stream_stops (
  stream     text primary key,
  stopped_at timestamptz not null,
  stopped_by text not null,
  reason     text not null
);

-- A link that proves an inbox; only a SHA-256 of its token is kept.
create table inbox_links (
  token_hash text primary key,
  user_id    text not null references users (id) on delete cascade,
  -- It proves this address alone.
  email      text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index inbox_links_user_id on inbox_links (user_id);

-- Mails of a stream: whose they are, and when handing them over began.
alter table mails add column stream text;
alter table mails add column user_id text references users (id) on delete set null;
alter table mails add column handed_at timestamptz;
alter table mails add column leased_until timestamptz;
-- sending: is being handed to the mail server. Should its process die, it is not known whether it was taken.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('queued', 'held', 'sending', 'sent', 'dropped', 'refused'));
create index mails_stream_waiting on mails (send_after) where stream is not null and state = 'queued';
create index mails_sending on mails (handed_at) where state = 'sending';
create index mails_stream_finished on mails (stream, finished_at) where stream is not null;
create index mails_user_id on mails (user_id) where user_id is not null;
