-- Why a year that is over has no fee to have back, for the list of the refused; and what it could cost at its end.
alter table guarantees
  add column refusal text check (refusal in ('chargeback-open', 'chargeback-lost', 'paid-back', 'confirmed')),
  add column could_cost_cents bigint not null default 0,
  -- Whether the same person, or whoever pays with the same card, had a year's fee back before this one began: known
  -- with its first payment, and the same from then on.
  add column had_before boolean;
update guarantees set had_before = false where starts_at is not null;

-- Until each is looked at again, which is within a day: what was paid so far.
update guarantees set could_cost_cents = coalesce((
  select sum(greatest(0, amount_cents - refunded_cents)) from guarantee_payments
  where guarantee_payments.guarantee_id = guarantees.id
), 0);

-- Whose a guarantee is: by address and by card, only hashes, so that they may outlive the account once its year
-- has been asked for.
create table guarantee_keys (
  guarantee_id text not null references guarantees (id) on delete cascade,
  kind         text not null check (kind in ('email', 'card')),
  key_hash     text not null,
  kept_at      timestamptz not null,
  primary key (guarantee_id, kind, key_hash)
);
create index guarantee_keys_key_hash_idx on guarantee_keys (key_hash);

-- All that is known of years that have gone back already.
insert into guarantee_keys (guarantee_id, kind, key_hash, kept_at)
  select guarantees.id, 'email',
    rtrim(translate(encode(sha256(convert_to(users.email, 'UTF8')), 'base64'), '+/', '-_'), '='),
    guarantee_claims.asked_at
  from guarantees
    join guarantee_claims on guarantee_claims.guarantee_id = guarantees.id
    join users on users.id = guarantees.user_id;
