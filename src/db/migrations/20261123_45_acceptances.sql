-- Who accepted which version of terms and policy, when and where. Outlives the account without a name.
create table acceptances (
  id          text primary key,
  -- Null once the account is gone.
  user_id     text references users (id) on delete set null,
  document    text not null check (document in ('terms', 'policy')),
  -- Null for what was accepted before versions were counted: what it said then is not known.
  version     integer check (version > 0),
  place       text not null check (place in ('sign-up', 'joining')),
  accepted_at timestamptz not null
);
-- Said again it stays what was said first.
create unique index acceptances_once on acceptances (user_id, document, version);

-- What the page said when it was asked for; null for what was asked for before this was kept.
alter table sign_ups
  add column terms_version integer,
  add column policy_version integer;
alter table checkouts add column terms_version integer;

-- Of those who are here already, what is known: that they followed the link of a sign-up, or joined.
insert into acceptances (id, user_id, document, place, accepted_at)
select distinct on (sign_ups.user_id, document)
  'before:' || document || ':' || sign_ups.id, sign_ups.user_id, document, 'sign-up', sign_ups.created_at
from sign_ups
join confirmation_links on confirmation_links.sign_up_id = sign_ups.id and used_at is not null
cross join (values ('terms'), ('policy')) as asked (document)
order by sign_ups.user_id, document, sign_ups.created_at;

insert into acceptances (id, user_id, document, place, accepted_at)
select distinct on (owner) 'before:terms:' || id, owner, 'terms', 'joining', created_at
from (
  select id, created_at, coalesce(claimed_user_id, user_id) as owner from checkouts where status = 'complete'
) as joined
where owner is not null
order by owner, created_at;
