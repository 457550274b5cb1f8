-- What is kept about somebody is shown on the account page, and unlinked when the account goes:
-- neither may read whole tables.
create index events_user_id_idx on events (user_id, happened_at) where user_id is not null;
create index payments_user_id_idx on payments (user_id) where user_id is not null;
create index checkouts_claimed_user_id_idx on checkouts (claimed_user_id)
  where claimed_user_id is not null;
create index checkout_links_user_id_idx on checkout_links (user_id) where user_id is not null;
create index mails_recipient_idx on mails (recipient) where recipient <> '';
create index marketing_events_agreement_idx on marketing_events (consent_id, happened_at);
