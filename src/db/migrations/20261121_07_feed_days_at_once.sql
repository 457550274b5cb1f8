-- A change of deals of many days moves the counts of all of them in one pass, where it used to go
-- over the later days once for each day.

create or replace function count_feed_days() returns trigger language plpgsql as $$
declare
  days date[];
  deltas integer[];
begin
  -- Two publishers at once would read each other's counts too early.
  lock table feed_days in share row exclusive mode;
  if tg_op = 'INSERT' then
    select array_agg(day), array_agg(delta) into days, deltas from (
      select published_day as day, count(*)::integer as delta
      from new_deals where is_published group by 1
    ) moved;
  elsif tg_op = 'DELETE' then
    select array_agg(day), array_agg(delta) into days, deltas from (
      select published_day as day, -count(*)::integer as delta
      from old_deals where is_published group by 1
    ) moved;
  else
    select array_agg(day), array_agg(delta) into days, deltas from (
      select day, sum(delta)::integer as delta from (
        select published_day as day, 1 as delta from new_deals where is_published
        union all
        select published_day, -1 from old_deals where is_published
      ) each_deal group by day having sum(delta) <> 0
    ) moved;
  end if;
  if days is null then return null; end if;

  -- Every day that is new begins with the count of the day before it.
  insert into feed_days (published_day, deals_through)
  select day, coalesce(
    (select deals_through from feed_days where published_day < day order by published_day desc limit 1), 0)
  from unnest(days) as day
  on conflict do nothing;

  update feed_days set deals_through = deals_through + running.delta
  from (
    select each_day.published_day as day,
      sum(coalesce(moved.delta, 0)) over (order by each_day.published_day)::integer as delta
    from feed_days each_day
    left join unnest(days, deltas) as moved(day, delta) on moved.day = each_day.published_day
    where each_day.published_day >= (select min(day) from unnest(days) as day)
  ) running
  where feed_days.published_day = running.day and running.delta <> 0;
  return null;
end
$$;

drop function shift_feed_day(date, integer);
