-- Accounts that are made without paying, and what confirms that their address can be read.

-- When the address was proven or paid with; until then the account opens nothing.
alter table users add column confirmed_at timestamptz;

-- Everybody so far was made by paying, by a link from their inbox or by ourselves: as of this day
-- there was no other way to an account.
update users set confirmed_at = created_at;

create index users_unconfirmed_idx on users (created_at) where confirmed_at is null;

-- One row for each time somebody asked for an account. The first one's password opens it before it
-- is confirmed; the one whose link is used has the last word.
create table sign_ups (
  id            text primary key,
  user_id       text not null references users (id) on delete cascade,
  -- Null where the address had its account already: there is nothing to be set then.
  password_hash text,
  -- SHA-256 of the secret in the cookie of the browser that asked.
  binding_hash  text not null,
  -- The page they came from.
  return_to     text,
  created_at    timestamptz not null
);

create index sign_ups_user_id_idx on sign_ups (user_id, created_at desc);
create index sign_ups_binding_hash_idx on sign_ups (binding_hash);
create index sign_ups_created_at_idx on sign_ups (created_at);

-- Single-use links that confirm an address. Only a SHA-256 of the token is kept.
create table confirmation_links (
  token_hash text primary key,
  sign_up_id text not null references sign_ups (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);

create index confirmation_links_sign_up_id_idx on confirmation_links (sign_up_id);
