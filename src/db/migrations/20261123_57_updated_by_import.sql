-- How many deals an upload has changed that were there already; what they were is in the audit, under the upload's id.
alter table imports add column updated_count integer not null default 0;
create index audit_entries_batch_idx on audit_entries (batch_id, id desc) where batch_id is not null;
