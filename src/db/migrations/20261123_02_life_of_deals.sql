-- A deal's life: draft, scheduled, live, ended. `is_published` stays true for live and ended ones; who
-- has ended says when and why. `starts_at` and `ends_at` were room for this until now: nothing wrote them.
alter table deals
  -- A draft that comes out by itself at `starts_at`.
  add column is_scheduled boolean not null default false,
  add column ended_at timestamptz,
  add column ended_reason text,
  -- An ended deal keeps its place in the feed until the business day on which it ended is over.
  add column has_left_feed boolean not null default false,
  -- The last business day on which it was one of the free deals and then was not any more.
  add column was_free_on date,
  add constraint deals_starts_before_it_ends check (starts_at < ends_at),
  add constraint deals_scheduled_has_start check (not is_scheduled or starts_at is not null),
  add constraint deals_ended_reason_known check (ended_reason in ('time', 'sold-out', 'gone', 'price-up', 'withdrawn')),
  add constraint deals_ended_has_reason check ((ended_at is null) = (ended_reason is null)),
  add constraint deals_only_ended_leave check (ended_at is not null or not has_left_feed);

-- What the feed lists: live ones, and those that have ended today.
create index deals_listed_idx on deals (published_day desc, published_at desc, feed_position, id) where is_published and not has_left_feed;
-- What is due next by the clock.
create index deals_starts_idx on deals (starts_at) where is_scheduled;
create index deals_ends_idx on deals (ends_at) where is_published and ended_at is null and ends_at is not null;
create index deals_to_leave_idx on deals (ended_at) where is_published and ended_at is not null and not has_left_feed;

-- Beside what the feed lists up to each day, what of it lives, and what is out at all.
alter table feed_days
  add column living_through integer not null default 0,
  add column published_through integer not null default 0;
update feed_days set living_through = deals_through, published_through = deals_through;

create or replace function count_feed_days() returns trigger language plpgsql as $$
declare
  days date[];
  listed integer[];
  living integer[];
  published integer[];
begin
  -- Two publishers at once would read each other's counts too early.
  lock table feed_days in share row exclusive mode;
  if tg_op = 'INSERT' then
    select array_agg(day), array_agg(l), array_agg(a), array_agg(p) into days, listed, living, published from (
      select published_day as day, count(*) filter (where not has_left_feed)::integer as l,
        count(*) filter (where ended_at is null)::integer as a, count(*)::integer as p
      from new_deals where is_published group by 1
    ) moved;
  elsif tg_op = 'DELETE' then
    select array_agg(day), array_agg(l), array_agg(a), array_agg(p) into days, listed, living, published from (
      select published_day as day, -count(*) filter (where not has_left_feed)::integer as l,
        -count(*) filter (where ended_at is null)::integer as a, -count(*)::integer as p
      from old_deals where is_published group by 1
    ) moved;
  else
    select array_agg(day), array_agg(l), array_agg(a), array_agg(p) into days, listed, living, published from (
      select day, sum(l)::integer as l, sum(a)::integer as a, sum(p)::integer as p from (
        select published_day as day, (not has_left_feed)::integer as l, (ended_at is null)::integer as a, 1 as p
        from new_deals where is_published
        union all
        select published_day, -(not has_left_feed)::integer, -(ended_at is null)::integer, -1
        from old_deals where is_published
      ) each_deal group by day having sum(l) <> 0 or sum(a) <> 0 or sum(p) <> 0
    ) moved;
  end if;
  if days is null then return null; end if;

  -- Every day that is new begins with the counts of the day before it.
  insert into feed_days (published_day, deals_through, living_through, published_through)
  select day, coalesce(before.deals_through, 0), coalesce(before.living_through, 0), coalesce(before.published_through, 0)
  from unnest(days) as day
  left join lateral (
    select * from feed_days where feed_days.published_day < day order by feed_days.published_day desc limit 1
  ) as before on true
  on conflict do nothing;

  update feed_days set
    deals_through = deals_through + running.listed,
    living_through = living_through + running.living,
    published_through = published_through + running.published
  from (
    select each_day.published_day as day,
      sum(coalesce(moved.listed, 0)) over (order by each_day.published_day)::integer as listed,
      sum(coalesce(moved.living, 0)) over (order by each_day.published_day)::integer as living,
      sum(coalesce(moved.published, 0)) over (order by each_day.published_day)::integer as published
    from feed_days each_day
    left join unnest(days, listed, living, published) as moved(day, listed, living, published)
      on moved.day = each_day.published_day
    where each_day.published_day >= (select min(day) from unnest(days) as day)
  ) running
  where feed_days.published_day = running.day
    and (running.listed <> 0 or running.living <> 0 or running.published <> 0);
  return null;
end
$$;
