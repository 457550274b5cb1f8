-- Who works in the back office, each with keys of their own. Who was removed stays known to the audit, and may be
-- asked in again by the same address.
create table administrators (
  id            text primary key,
  email         text not null,
  name          text not null,
  role          text not null check (role in ('owner', 'curator', 'analyst')),
  password_hash text not null,
  -- The secret shared with a code app, in base 32, and the step of time whose code was used last: each works once.
  app_secret    text,
  app_last_step bigint not null default 0,
  created_at    timestamptz not null,
  removed_at    timestamptz
);
create unique index administrators_email_key on administrators (email) where removed_at is null;

create table administrator_passkeys (
  -- As the browser names it, in base64url.
  id               text primary key,
  administrator_id text not null references administrators (id) on delete cascade,
  -- In base64url.
  public_key       text not null,
  counter          bigint not null,
  transports       text[] not null default '{}',
  name             text not null,
  created_at       timestamptz not null,
  last_used_at     timestamptz
);
create index administrator_passkeys_administrator_id_idx on administrator_passkeys (administrator_id);

create table administrator_recovery_codes (
  administrator_id text not null references administrators (id) on delete cascade,
  code_hash        text not null,
  used_at          timestamptz,
  primary key (administrator_id, code_hash)
);

-- One answer each: taken, taken back, or too late.
create table administrator_invitations (
  id         text primary key,
  email      text not null,
  name       text not null,
  role       text not null check (role in ('owner', 'curator', 'analyst')),
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  ended_at   timestamptz
);
create index administrator_invitations_email_idx on administrator_invitations (email);

create table administrator_invitation_links (
  token_hash    text primary key,
  invitation_id text not null references administrator_invitations (id) on delete cascade
);
create index administrator_invitation_links_invitation_id_idx on administrator_invitation_links (invitation_id);

-- Between one step and the next: the password was right and the factor is awaited, or a key is being added. What
-- was made up for it (a challenge, a secret for a code app) is kept here and nowhere in the browser's hands.
create table administrator_steps (
  token_hash       text primary key,
  kind             text not null check (kind in ('sign-in', 'add-key', 'prove', 'invitation')),
  administrator_id text references administrators (id) on delete cascade,
  challenge        text,
  app_secret       text,
  expires_at       timestamptz not null
);
create index administrator_steps_administrator_id_idx on administrator_steps (administrator_id);

-- Nobody's: opened by the password that all share, while there is no owner. Emergency: by the same password, to
-- ask an owner in and for nothing else.
alter table admin_sessions
  add column administrator_id text references administrators (id) on delete cascade,
  add column is_emergency boolean not null default false,
  add column proved_at timestamptz,
  add column browser text not null default '',
  add column network text not null default '';
create index admin_sessions_administrator_id_idx on admin_sessions (administrator_id);

alter table audit_entries add column actor_id text;
