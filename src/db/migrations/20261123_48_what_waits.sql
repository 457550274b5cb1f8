-- 'This morning' counts what waits for a person, and reads nothing else of tables that grow.
create index check_findings_state_waiting on check_findings (found_at) where state = 'waiting';
create index mails_refused on mails (finished_at) where state = 'refused';
create index mails_held on mails (created_at) where state = 'held';
create index deals_with_notes on deals (import_id) where unread_terms <> '{}' and deleted_at is null;
create index guarantee_refunds_stuck on guarantee_refunds (guarantee_id) where state = 'stuck';
