-- The first year of a membership, once for a person: twelve months of paid time, and what became of the promise for it.
-- Outlives the account without a name, because money may have been paid back.
create table guarantees (
  id             text primary key,
  user_id        text unique references users (id) on delete set null,
  starts_at      timestamptz,
  ends_at        timestamptz,
  paid_months    double precision not null default 0,
  -- All twelve are paid.
  is_whole       boolean not null default false,
  -- What the meter said when it was looked at last, for the back office.
  recorded_cents  integer not null default 0,
  confirmed_cents integer not null default 0,
  -- When the payment provider was asked last, and when something may follow from time alone.
  read_at        timestamptz,
  -- Of the reading that was written last: a later one has a higher number.
  read_number    bigint not null default 0,
  look_at        timestamptz,
  -- After how many months somebody was last told how it stands.
  told_months    integer not null default 0,
  -- The state that they were last told of, and its day.
  told_state     text,
  created_at     timestamptz not null
);
create index guarantees_look_at_idx on guarantees (look_at);
create index guarantees_ends_at_idx on guarantees (ends_at);

create sequence guarantee_reads;

-- The paid invoices of whoever has one, as the provider has them.
create table guarantee_payments (
  invoice_id        text primary key,
  guarantee_id      text not null references guarantees (id) on delete cascade,
  subscription_id   text not null,
  paid_at           timestamptz not null,
  amount_cents      integer not null,
  -- What it is for: [{ from, to, cents }].
  lines             jsonb not null,
  payment_intent_id text unique,
  refunded_cents    integer not null default 0,
  dispute           text check (dispute in ('open', 'lost', 'won')),
  dispute_won_at    timestamptz,
  card_brand        text,
  card_last4        text
);
create index guarantee_payments_guarantee_id_idx on guarantee_payments (guarantee_id);

-- Somebody has asked for their year. One row a person, whatever is pressed how often where.
create table guarantee_claims (
  guarantee_id    text primary key references guarantees (id) on delete cascade,
  state           text not null check (state in ('waiting', 'held', 'paying', 'paid', 'refused')),
  refusal         text,
  asked_at        timestamptz not null,
  -- Until when it waits at most, once the day's alarm has rung.
  held_until      timestamptz,
  decided_at      timestamptz,
  -- An administrator, where a person has decided.
  decided_by      text,
  reason          text,
  due_cents       integer not null,
  paid_cents      integer not null default 0,
  paid_at         timestamptz,
  -- What the year had saved by then: nothing that is reported later takes anything back.
  recorded_cents  integer not null,
  confirmed_cents integer not null,
  tries           integer not null default 0,
  tried_at        timestamptz
);
create index guarantee_claims_state_idx on guarantee_claims (state, asked_at);

-- What is paid back of which payment: one row a payment, so that none goes back twice.
create table guarantee_refunds (
  id                text primary key,
  guarantee_id      text not null references guarantees (id) on delete cascade,
  invoice_id        text not null unique references guarantee_payments (invoice_id) on delete cascade,
  -- The fee of the year in it, before what had been paid back by others.
  fee_cents         integer not null,
  -- Set before the provider is asked, and then the same for everybody who asks.
  amount_cents      integer,
  attempt           integer not null default 0,
  attempted_at      timestamptz,
  refund_id         text unique,
  state             text not null default 'due' check (state in ('due', 'sent', 'paid', 'nothing', 'stuck')),
  problem           text,
  paid_at           timestamptz
);
create index guarantee_refunds_guarantee_id_idx on guarantee_refunds (guarantee_id);

-- What the provider says of a chargeback, as it was when we were told.
alter table payments add column dispute text;

-- Of whom something about money has changed, for the payment provider to be asked. Only ever added to, so that nobody
-- who writes a payment waits here.
create table guarantee_changes (
  id      bigint generated always as identity primary key,
  user_id text not null references users (id) on delete cascade
);
create index guarantee_changes_user_id_idx on guarantee_changes (user_id);

create function note_guarantee_change() returns trigger language plpgsql as $$
begin
  if new.user_id is not null then
    insert into guarantee_changes (user_id) values (new.user_id);
  end if;
  return null;
end $$;
create trigger payments_guarantee after insert or update of user_id, refunded_cents, dispute on payments
  for each row execute function note_guarantee_change();
create trigger subscriptions_guarantee
  after insert or update of user_id, status, cancel_at, cancel_at_period_end on subscriptions
  for each row execute function note_guarantee_change();

-- Whoever pays already.
insert into guarantee_changes (user_id)
  select distinct user_id from payments where user_id is not null;
