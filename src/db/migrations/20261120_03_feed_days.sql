-- How many published deals there are up to and including each day. The newest row is the count of
-- the whole feed, and the row of any page is found by an index instead of by counting rows, so a
-- feed of a million deals costs what a feed of a thousand does. Publishing today touches one row.

create table feed_days (
  published_day date primary key,
  deals_through integer not null
);

create index feed_days_deals_through_idx on feed_days (deals_through, published_day);

create function shift_feed_day(day date, delta integer) returns void language plpgsql as $$
begin
  insert into feed_days (published_day, deals_through)
  values (day, coalesce(
    (select deals_through from feed_days where published_day < day order by published_day desc limit 1), 0))
  on conflict do nothing;
  update feed_days set deals_through = deals_through + delta where published_day >= day;
end
$$;

create function count_feed_days() returns trigger language plpgsql as $$
declare
  change record;
begin
  -- Two publishers at once would read each other's counts too early.
  lock table feed_days in share row exclusive mode;
  if tg_op = 'INSERT' then
    for change in
      select published_day as day, count(*)::integer as delta
      from new_deals where is_published group by 1 order by 1
    loop perform shift_feed_day(change.day, change.delta); end loop;
  elsif tg_op = 'DELETE' then
    for change in
      select published_day as day, -count(*)::integer as delta
      from old_deals where is_published group by 1 order by 1
    loop perform shift_feed_day(change.day, change.delta); end loop;
  else
    for change in
      select day, sum(delta)::integer as delta from (
        select published_day as day, 1 as delta from new_deals where is_published
        union all
        select published_day, -1 from old_deals where is_published
      ) moved group by day having sum(delta) <> 0 order by day
    loop perform shift_feed_day(change.day, change.delta); end loop;
  end if;
  return null;
end
$$;

create trigger deals_inserted after insert on deals
  referencing new table as new_deals for each statement execute function count_feed_days();
create trigger deals_updated after update on deals
  referencing old table as old_deals new table as new_deals for each statement execute function count_feed_days();
create trigger deals_deleted after delete on deals
  referencing old table as old_deals for each statement execute function count_feed_days();
