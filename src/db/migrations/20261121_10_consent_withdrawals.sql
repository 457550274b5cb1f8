-- Agreements to be measured that are over, by the hash of their id alone: nothing more is written
-- under them, and agreeing again makes another one.
create table consent_withdrawals (
  consent_hash text primary key,
  expires_at   timestamptz not null
);

create index consent_withdrawals_expires_at_idx on consent_withdrawals (expires_at);

-- They were notes among the events before.
insert into consent_withdrawals (consent_hash, expires_at)
  select substr(event_id, length('withdrawn:') + 1), finished_at + interval '180 days'
  from marketing_events
  where event_id like 'withdrawn:%';
delete from marketing_events where event_id like 'withdrawn:%';
