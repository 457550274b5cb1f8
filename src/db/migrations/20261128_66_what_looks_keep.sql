-- When the page said so again: a price that a person accepts was seen then, however long it has waited.
alter table check_findings add column looked_at timestamptz;

-- A robots.txt that leads elsewhere is followed a request at a time, as pages are.
alter table check_hosts
  add column robots_leads_to text,
  add column robots_hops smallint not null default 0;

-- The sizes that a page listed when it was read last.
alter table deal_checks add column sizes text[];
