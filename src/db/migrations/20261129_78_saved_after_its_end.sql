-- Who saves a deal after its end knows that it is gone, and is told once that it is back.
alter table saved_deals add column was_ended boolean not null default false;
alter table told_deals add column back_told_at timestamptz;
update saved_deals set was_ended = true from deals
where deals.id = saved_deals.deal_id and deals.ended_at <= saved_deals.saved_at;
