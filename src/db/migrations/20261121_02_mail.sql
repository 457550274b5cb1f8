-- Mail that was promised, and links that reset a password.

create table mails (
  id          text primary key,
  -- What the mail is about: the same thing is never written twice.
  key         text not null unique,
  template    text not null,
  recipient   text not null,
  data        jsonb not null default '{}',
  -- dropped: it had become pointless by the time it was to be sent.
  state       text not null default 'queued' check (state in ('queued', 'sent', 'dropped')),
  attempts    integer not null default 0,
  last_error  text,
  created_at  timestamptz not null default now(),
  send_after  timestamptz not null default now(),
  finished_at timestamptz
);

create index mails_waiting_idx on mails (send_after) where state = 'queued';
create index mails_finished_at_idx on mails (finished_at);

-- Proofs made before this count no more; null while the first password stands.
alter table users add column password_changed_at timestamptz;

-- Only a SHA-256 of the token is kept.
create table password_resets (
  token_hash text primary key,
  user_id    text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);

create index password_resets_user_id_idx on password_resets (user_id);
