-- The audit is never changed, so nothing in it may say whose it is once an account is gone. It calls somebody by a
-- handle that only their account holds, and why one of us did something is kept beside it, and goes with the account.
alter table users
  add column audit_handle text not null default left(replace(gen_random_uuid()::text, '-', ''), 16);

create table owner_reasons (
  id       text primary key,
  user_id  text not null references users (id) on delete cascade,
  reason   text not null,
  noted_at timestamptz not null
);
create index owner_reasons_user_id on owner_reasons (user_id, noted_at);

-- What was written before is put right once; of whoever is gone no words stay.
alter table audit_entries disable trigger audit_entries_are_final;

insert into owner_reasons (id, user_id, reason, noted_at)
select 'entry-' || entry.id, users.id, entry.after ->> 'reason', entry.happened_at
from audit_entries entry
left join guarantees on entry.subject_kind = 'guarantee' and guarantees.id = entry.subject_id
left join ledger_rows on entry.subject_kind = 'saving' and ledger_rows.id = entry.subject_id
join users on users.id = case entry.subject_kind
  when 'member' then entry.subject_id
  when 'guarantee' then guarantees.user_id
  when 'saving' then ledger_rows.user_id
end
where entry.after ->> 'reason' is not null;

update audit_entries
set after = (after - 'reason') || case
  when exists (select from owner_reasons where owner_reasons.id = 'entry-' || audit_entries.id)
    then jsonb_build_object('reasonId', 'entry-' || audit_entries.id)
  else '{}'
end
where subject_kind in ('member', 'guarantee', 'saving') and after ->> 'reason' is not null;

update audit_entries
set subject_id = named.handle, subject_label = 'Member ' || named.handle
from (
  select subject_id as was, coalesce(
    (select audit_handle from users where users.id = subject_id),
    left(replace(gen_random_uuid()::text, '-', ''), 16)
  ) as handle
  from audit_entries where subject_kind = 'member' group by subject_id
) named
where subject_kind = 'member' and subject_id = named.was;

alter table audit_entries enable trigger audit_entries_are_final;

-- Claims of accounts that are gone, likewise.
update guarantee_claims set reason = null
where guarantee_id in (select id from guarantees where user_id is null);
