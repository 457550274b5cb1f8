-- What an owner does to somebody's membership: refunds, days, an end. Written down before the payment provider is
-- asked, so that it is done once, whatever fails. Outlives the account without a name.
create table membership_acts (
  -- Made by the form: pressed twice it is the same act.
  id              text primary key,
  kind            text not null check (kind in ('refund', 'days', 'end-now', 'end-later')),
  user_id         text references users (id) on delete set null,
  subscription_id text not null,
  invoice_id      text,
  amount_cents    integer check (amount_cents > 0),
  days            integer check (days > 0),
  -- The end of the period as it was, and as it is to be.
  from_at         timestamptz,
  until_at        timestamptz,
  asked_by        text not null,
  reason          text,
  asked_at        timestamptz not null,
  state           text not null default 'asked' check (state in ('asked', 'done', 'refused')),
  problem         text,
  refund_id       text,
  done_at         timestamptz,
  check ((kind = 'refund') = (invoice_id is not null and amount_cents is not null)),
  check ((kind = 'days') = (days is not null))
);
create index membership_acts_user_id on membership_acts (user_id, asked_at);
create index membership_acts_invoice_id on membership_acts (invoice_id) where invoice_id is not null;
-- One at a time of those that move the end.
create unique index membership_acts_under_way on membership_acts (subscription_id)
  where state = 'asked' and kind <> 'refund';

-- Days that we gave, while they are in the running period; and on top of what: a trial, or a period that was paid.
alter table subscriptions
  add column given_days integer not null default 0,
  add column given_until timestamptz,
  add column given_to text check (given_to in ('trial', 'period')),
  -- As the provider says it: what ended or ends it, and what its own pages were told of why.
  add column leaving_cause text,
  add column leaving_why text;

-- What somebody said yes to outlives their account, without a name.
alter table mail_consents alter column user_id drop not null;
alter table mail_consents drop constraint mail_consents_user_id_fkey;
alter table mail_consents
  add constraint mail_consents_user_id_fkey foreign key (user_id) references users (id) on delete set null;

-- People are looked for by the beginning of their address.
create index users_email_beginning on users (email text_pattern_ops);
