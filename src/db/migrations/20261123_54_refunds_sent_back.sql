-- A bank may send a refund back, days after it had arrived: then the money is with us again, and an owner may send it
-- once more, as an act of its own that names the one before it.
alter table membership_acts drop constraint membership_acts_state_check;
alter table membership_acts
  add constraint membership_acts_state_check check (state in ('asked', 'done', 'refused', 'sent-back')),
  add column again_of text references membership_acts (id);
create unique index membership_acts_again_of on membership_acts (again_of)
  where again_of is not null and state <> 'refused';
-- Those that are looked after for a while.
create index membership_acts_refunded on membership_acts (done_at) where kind = 'refund' and state = 'done';
