-- Of the reading of the payment provider by which it is known how much has gone back: a bank may send a refund back, so that
-- it is less than before, and of two readings the one that began later counts.
alter table payments add column refund_read_number bigint not null default 0;

-- A refund that has arrived is looked at daily for thirty days: who was paid back in the last ones is as well.
update guarantees set look_at = now()
  where id in (select guarantee_id from guarantee_refunds where state = 'paid' and paid_at > now() - interval '30 days');
