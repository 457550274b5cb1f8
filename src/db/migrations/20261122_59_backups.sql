-- When the records were last kept elsewhere, and what came back from there.

create table backups (
  -- Of the folder it is in.
  id            text primary key,
  -- The moment whose rows it has.
  taken_at      timestamptz not null,
  finished_at   timestamptz not null,
  place         text not null,
  row_count     bigint not null,
  picture_files integer not null,
  bytes         bigint not null
);

create index backups_taken_at_idx on backups (taken_at);

-- One row for each time that these records came back from a backup.
create table restores (
  id                         text primary key,
  -- The moment they are of; null when another program brought them back.
  taken_at                   timestamptz,
  restored_at                timestamptz not null,
  -- Every subscription is read again from the payment provider, in the order of their ids.
  subscriptions_read_through text not null default '',
  subscriptions_read_at      timestamptz
);

-- held: may have been sent after the backup that it came back from; somebody has to say what becomes of it.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check
  check (state in ('queued', 'held', 'sent', 'dropped', 'refused'));
