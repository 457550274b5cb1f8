-- People, their sessions and what they paid for.

create table users (
  id            text primary key,
  -- Normal form: trimmed, lower case, NFC.
  email         text not null unique check (length(email) between 3 and 254),
  password_hash text not null,
  created_at    timestamptz not null default now()
);

-- Only a SHA-256 of the token is kept: reading this table signs nobody in.
create table sessions (
  token_hash   text primary key,
  user_id      text not null references users (id) on delete cascade,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create index sessions_user_id_idx on sessions (user_id);
create index sessions_last_seen_at_idx on sessions (last_seen_at);

-- Browsers that have signed in to an account before: strangers' failures do not slow them down.
create table known_devices (
  token_hash   text not null,
  user_id      text not null references users (id) on delete cascade,
  last_used_at timestamptz not null default now(),
  primary key (token_hash, user_id)
);

-- Counters shared by all processes. The shape is that of rate-limiter-flexible.
create table throttles (
  key    varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- A mirror of the payment provider's subscriptions, one row each, statuses in its own words.
create table subscriptions (
  id                   text primary key,
  -- Null while a payment waits for its account.
  user_id              text references users (id) on delete set null,
  status               text not null,
  plan                 text not null check (plan in ('annual', 'monthly')),
  cancel_at_period_end boolean not null default false,
  cancel_at            timestamptz,
  current_period_end   timestamptz,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);

create index subscriptions_user_id_idx on subscriptions (user_id);
