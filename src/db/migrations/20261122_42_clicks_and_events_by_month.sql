-- What only grows is kept by month: a month that is over is dropped, not deleted row by row.
-- Nothing is read or copied here, so that a large table is held up for a moment only. The old table becomes
-- the part for whatever has no month of its own; `src/db/months.ts` makes it the part before the first
-- month once it has looked, without being in anybody's way, that nothing in it is newer.

create sequence clicks_ids;
create sequence events_ids;

do $$
begin
  perform setval('clicks_ids', coalesce((select max(id) from clicks), 0) + 1, false);
  perform setval('events_ids', coalesce((select max(id) from events), 0) + 1, false);
end
$$;

alter table clicks alter column id drop identity;
alter table clicks rename to clicks_earlier;
alter table clicks_earlier rename constraint clicks_pkey to clicks_earlier_pkey;
alter index clicks_deal_id_idx rename to clicks_earlier_deal_id_idx;
alter index clicks_user_id_idx rename to clicks_earlier_user_id_idx;
alter index clicks_clicked_at_idx rename to clicks_earlier_clicked_at_idx;

create table clicks (
  id         bigint not null default nextval('clicks_ids'),
  deal_id    text not null
    constraint clicks_deal_id_fkey references deals (id) on delete cascade,
  user_id    text
    constraint clicks_user_id_fkey references users (id) on delete set null,
  click_type text not null constraint clicks_click_type_check
    check (click_type in ('deal-card', 'splash-carousel', 'other')),
  -- Only 'click' counts; the rest is kept apart so that the figures can be explained.
  kind       text not null constraint clicks_kind_check
    check (kind in ('click', 'repeat', 'prefetch', 'head', 'bot')),
  clicked_at timestamptz not null default now()
) partition by range (clicked_at);
create index clicks_deal_id_idx on clicks (deal_id, clicked_at desc);
create index clicks_user_id_idx on clicks (user_id, deal_id, clicked_at desc);
create index clicks_clicked_at_idx on clicks (clicked_at);
alter table clicks attach partition clicks_earlier default;
alter sequence clicks_ids owned by clicks.id;

alter table events alter column id drop identity;
alter table events rename to events_earlier;
alter table events_earlier rename constraint events_pkey to events_earlier_pkey;
alter index events_type_idx rename to events_earlier_type_idx;
alter index events_happened_at_idx rename to events_earlier_happened_at_idx;
alter index events_user_id_idx rename to events_earlier_user_id_idx;

create table events (
  id          bigint not null default nextval('events_ids'),
  type        text not null,
  data        jsonb not null default '{}',
  user_id     text constraint events_user_id_fkey references users (id) on delete set null,
  happened_at timestamptz not null default now()
) partition by range (happened_at);
create index events_type_idx on events (type, happened_at desc);
create index events_happened_at_idx on events (happened_at);
create index events_user_id_idx on events (user_id, happened_at) where user_id is not null;
alter table events attach partition events_earlier default;
alter sequence events_ids owned by events.id;

-- From when on there are months: beyond this one and the next, and beyond all that is there.
do $$
declare
  first_month timestamp;
begin
  first_month := date_trunc('month', greatest(
    now() + interval '1 month', (select max(clicked_at) from clicks_earlier)
  ) at time zone 'UTC') + interval '1 month';
  execute format('alter table clicks_earlier add constraint clicks_earlier_ends
    check (clicked_at < %L) not valid', first_month::text || '+00');
  first_month := date_trunc('month', greatest(
    now() + interval '1 month', (select max(happened_at) from events_earlier)
  ) at time zone 'UTC') + interval '1 month';
  execute format('alter table events_earlier add constraint events_earlier_ends
    check (happened_at < %L) not valid', first_month::text || '+00');
end
$$;
