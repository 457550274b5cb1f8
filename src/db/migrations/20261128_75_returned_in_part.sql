-- What a report says went back of an order may be a part of it: then its value is that part, and not the order's.
alter table network_report_lines
  add column is_part boolean not null default false;

drop index network_report_lines_once_idx;
create unique index network_report_lines_once_idx on network_report_lines (
  trip_number, order_number, state, sold_on, value_cents,
  coalesce(item_cents, -1), coalesce(commission_cents, -1), is_part
) where not is_undone;

-- What orders brought: nothing where one went back whole or was rejected, and what is left of one that went back in part.
-- Where a report does not say the commission that went with a part, it is the part's share.
create view network_orders as
select trip_number, order_number, value_cents - part_cents as value_cents,
  greatest(0, commission_cents - part_commission_cents
    - round(commission_cents::numeric * part_without_commission_cents / value_cents))::bigint as commission_cents
from (
  select trip_number, order_number,
    coalesce(sum(value_cents) filter (where state = 'confirmed'), 0) as value_cents,
    coalesce(sum(commission_cents) filter (where state = 'confirmed'), 0) as commission_cents,
    coalesce(sum(value_cents) filter (where is_part), 0) as part_cents,
    coalesce(sum(commission_cents) filter (where is_part), 0) as part_commission_cents,
    coalesce(sum(value_cents) filter (where is_part and commission_cents is null), 0) as part_without_commission_cents
  from network_report_lines where not is_undone
  group by trip_number, order_number
  having bool_and(state = 'confirmed' or is_part)
) as orders
where value_cents > part_cents;
