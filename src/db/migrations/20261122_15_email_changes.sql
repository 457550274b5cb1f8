-- An account's wish for another address: counts when it is confirmed there, and can be stopped, or
-- taken back, from the address before.
create table email_changes (
  id           text primary key,
  user_id      text not null references users (id) on delete cascade,
  old_email    text not null,
  new_email    text not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  confirmed_at timestamptz,
  stopped_at   timestamptz
);

create index email_changes_user_id_idx on email_changes (user_id);
create index email_changes_old_email_idx on email_changes (old_email);

-- A link for each attempt to send the mail; only a SHA-256 of its token is kept.
create table email_change_links (
  token_hash text primary key,
  change_id  text not null references email_changes (id) on delete cascade,
  purpose    text not null check (purpose in ('confirm', 'stop'))
);

create index email_change_links_change_id_idx on email_change_links (change_id);
