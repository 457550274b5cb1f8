-- From the wish to join to the last receipt. The payment provider's words and ids are kept as they are.

alter table subscriptions
  add column customer_id       text,
  add column price_id          text,
  add column trial_ends_at     timestamptz,
  add column canceled_at       timestamptz,
  add column ended_at          timestamptz,
  add column latest_invoice_id text,
  add column card_brand        text,
  add column card_last4        text,
  -- The subscription this one doubles: it is to be cancelled and refunded.
  add column duplicate_of      text references subscriptions (id) on delete set null,
  add column refunded_at       timestamptz,
  -- Which reading of the provider this row is from: an earlier one never replaces a later one.
  add column read_number       bigint not null default 0;

create sequence subscription_reads;
create index subscriptions_customer_id_idx on subscriptions (customer_id);
create index subscriptions_duplicate_of_idx on subscriptions (duplicate_of)
  where duplicate_of is not null;

-- One row for each checkout we opened: the only thing that ties a payment to a person.
create table checkouts (
  -- Ours; travels as client_reference_id.
  id              text primary key,
  -- The provider's; null until it has answered.
  session_id      text unique,
  url             text,
  -- SHA-256 of the secret in the buyer's own cookie.
  binding_hash    text not null,
  -- Who was signed in when it was opened.
  user_id         text references users (id) on delete set null,
  plan            text not null check (plan in ('annual', 'monthly')),
  price_id        text not null,
  is_trial        boolean not null,
  is_sale         boolean not null,
  -- Equal for requests that must share one session; also the provider's idempotency key.
  idempotency_key text not null unique,
  -- Shared by everything that reports this purchase.
  event_id        text not null,
  -- trial-refused: complete, but the trial was not the first one, so it was cancelled again.
  status          text not null default 'open'
                  check (status in ('open', 'complete', 'expired', 'failed', 'trial-refused')),
  subscription_id text unique references subscriptions (id) on delete set null,
  customer_id     text,
  -- Of the payment, in normal form.
  email           text,
  amount_total    integer,
  currency        text,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz,
  completed_at    timestamptz,
  -- When the payment found its account.
  claimed_at      timestamptz,
  claimed_user_id text references users (id) on delete set null
);

create index checkouts_binding_hash_idx on checkouts (binding_hash);
create index checkouts_user_id_idx on checkouts (user_id);
create index checkouts_unfinished_idx on checkouts (created_at) where status = 'open';

-- Single-use links by mail that finish a checkout for whoever reads that inbox.
create table checkout_links (
  token_hash  text primary key,
  checkout_id text not null references checkouts (id) on delete cascade,
  -- The account it may change; null when there was none.
  user_id     text references users (id) on delete cascade,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);

create index checkout_links_checkout_id_idx on checkout_links (checkout_id);

-- One trial for each address and each card; only hashes, so that they may outlive the account.
create table trials (
  kind            text not null check (kind in ('email', 'card')),
  key_hash        text not null,
  subscription_id text not null,
  started_at      timestamptz not null default now(),
  primary key (kind, key_hash)
);

-- What the provider told us, by its id: telling it twice does nothing.
create table webhook_events (
  id          text primary key,
  type        text not null,
  object_id   text,
  created_at  timestamptz not null,
  received_at timestamptz not null default now()
);

create index webhook_events_received_at_idx on webhook_events (received_at);

-- Money that arrived, counted once by invoice.
create table payments (
  invoice_id      text primary key,
  subscription_id text not null,
  user_id         text references users (id) on delete set null,
  number          text,
  amount_cents    integer not null check (amount_cents > 0),
  refunded_cents  integer not null default 0,
  currency        text not null,
  receipt_url     text,
  paid_at         timestamptz not null
);

create index payments_subscription_id_idx on payments (subscription_id, paid_at desc);
create index payments_paid_at_idx on payments (paid_at);

-- Sales of the annual plan, by calendar day in Toronto, first and last day included.
create table sales (
  id          text primary key,
  price_cents integer not null check (price_cents > 0),
  first_day   date not null,
  last_day    date not null check (last_day >= first_day),
  created_at  timestamptz not null default now()
);
