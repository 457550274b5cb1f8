-- What happens: ways out to a retailer, and events the pages report.

create table clicks (
  id         bigint generated always as identity primary key,
  deal_id    text not null references deals (id) on delete cascade,
  user_id    text references users (id) on delete set null,
  click_type text not null check (click_type in ('deal-card', 'splash-carousel', 'other')),
  -- Only 'click' counts; the rest is kept apart so that the figures can be explained.
  kind       text not null check (kind in ('click', 'repeat', 'prefetch', 'head', 'bot')),
  clicked_at timestamptz not null default now()
);

create index clicks_deal_id_idx on clicks (deal_id, clicked_at desc);
create index clicks_user_id_idx on clicks (user_id, deal_id, clicked_at desc);
create index clicks_clicked_at_idx on clicks (clicked_at);

create table events (
  id          bigint generated always as identity primary key,
  type        text not null,
  data        jsonb not null default '{}',
  user_id     text references users (id) on delete set null,
  happened_at timestamptz not null default now()
);

create index events_type_idx on events (type, happened_at desc);
create index events_happened_at_idx on events (happened_at);
