-- What somebody is told: ids and facts of the moment, never a word that is locked. Words are filled when a notice is
-- drawn, for whoever may see them then. Kept by month, as all that only grows.
create sequence notices_ids;
create table notices (
  id          bigint not null default nextval('notices_ids'),
  user_id     text not null constraint notices_user_id_fkey references users (id) on delete cascade,
  kind        text not null,
  deal_id     text constraint notices_deal_id_fkey references deals (id) on delete cascade,
  facts       jsonb not null default '{}',
  happened_at timestamptz not null,
  read_at     timestamptz
) partition by range (happened_at);
create index notices_newest_idx on notices (user_id, happened_at desc, id desc);
create index notices_unread_idx on notices (user_id) where read_at is null;
create index notices_deal_id_idx on notices (deal_id);
create index notices_happened_at_idx on notices (happened_at);
create table notices_earlier partition of notices (primary key (id))
  for values from (minvalue) to ('2026-11-01 00:00:00+00');
create table notices_rest partition of notices (primary key (id)) default;
alter sequence notices_ids owned by notices.id;

-- What somebody was told last of a deal, so that nothing is told twice, and of one deal once a day on their calendar.
create table told_deals (
  user_id     text not null references users (id) on delete cascade,
  deal_id     text not null references deals (id) on delete cascade,
  told_on     date not null,
  price_cents integer,
  ends_at     timestamptz,
  is_gone     boolean not null default false,
  primary key (user_id, deal_id)
);
create index told_deals_deal_id_idx on told_deals (deal_id);

-- Deals that something has happened to, to be looked at for those who keep them: at once, or from a moment on.
create table deal_changes (
  id      bigint generated always as identity primary key,
  deal_id text not null references deals (id) on delete cascade,
  -- It has come out, and is looked at for those who follow something of it.
  is_new  boolean not null default false,
  look_at timestamptz
);
create index deal_changes_look_at_idx on deal_changes (look_at nulls first, id);
create index deal_changes_deal_id_idx on deal_changes (deal_id);

-- The message that is being gathered for somebody, one on each way; gone once it is handed on.
create table waiting_alerts (
  user_id    text not null references users (id) on delete cascade,
  way        text not null check (way in ('mail', 'push')),
  due_at     timestamptz not null,
  notice_ids jsonb not null,
  began_at   timestamptz not null,
  primary key (user_id, way)
);
create index waiting_alerts_due_at_idx on waiting_alerts (due_at);

-- The club's name towards the browsers' push services: made once, at the first start.
create table push_keys (
  id          integer primary key default 1 check (id = 1),
  public_key  text not null,
  private_key text not null,
  created_at  timestamptz not null
);

-- Browsers that show alerts. One that is signed out shows no more.
create table push_devices (
  id           text primary key,
  user_id      text not null references users (id) on delete cascade,
  session_id   text not null references sessions (id) on delete cascade,
  endpoint     text not null unique,
  p256dh       text not null,
  auth         text not null,
  browser      text,
  system       text,
  time_zone    text not null,
  created_at   timestamptz not null,
  last_sent_at timestamptz
);
create index push_devices_user_id_idx on push_devices (user_id);
create index push_devices_session_id_idx on push_devices (session_id);

-- Whoever changes a deal, by whatever way, has promised in the same transaction that its followers are looked for.
create function note_deal_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into deal_changes (deal_id)
    select now_so.id from new_deals now_so join old_deals before on before.id = now_so.id
    where (now_so.sale_price_cents, now_so.is_published, now_so.ended_at)
        is distinct from (before.sale_price_cents, before.is_published, before.ended_at)
      and exists (select from saved_deals where deal_id = now_so.id and removed_at is null);
    insert into deal_changes (deal_id, is_new)
    select now_so.id, true from new_deals now_so join old_deals before on before.id = now_so.id
    where now_so.is_published and not before.is_published and now_so.published_at > now() - interval '2 days';
  else
    -- What a sheet brings of days that are over is news to nobody.
    insert into deal_changes (deal_id, is_new)
    select id, true from new_deals where is_published and published_at > now() - interval '2 days';
  end if;
  return null;
end
$$;
create trigger deals_inserted_are_noted after insert on deals
  referencing new table as new_deals for each statement execute function note_deal_changes();
create trigger deals_updated_are_noted after update on deals
  referencing old table as old_deals new table as new_deals for each statement execute function note_deal_changes();
