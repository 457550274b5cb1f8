-- What the membership brought. A trip is one counted click of a member, with a number that is the click's and
-- never the person's; the prices and what they rested on are those of that moment. Who went goes with the
-- account, the trip stays for the retailers' reports. Deals and what they are of are named without being held:
-- a trip outlives them.
create table trips (
  number      text primary key
    check (number ~ '^T-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$'),
  user_id     text references users (id) on delete set null,
  deal_id     text not null,
  brand_id    text,
  retailer_id text,
  made_at     timestamptz not null,
  was_cents   integer check (was_cents >= 0),
  now_cents   integer check (now_cents >= 0),
  basis       text not null check (basis in ('retailer', 'rrp', 'market', 'unknown')),
  is_proven   boolean not null,
  -- Whether the number went along in the link.
  travels     boolean not null
);
create index trips_newest_idx on trips (user_id, made_at desc, number) where user_id is not null;
create index trips_deal_id_idx on trips (deal_id);
create index trips_made_at_idx on trips (made_at);

-- A click, and the trip that it makes: answers the number that goes along. One that follows at once is the same
-- click, so it goes under the same number; what no person did makes none.
create function record_trip(
  deal text, person text, place text, moment timestamptz,
  first_kind text, repeat_kind text, repeats_since timestamptz,
  trip text, trip_was integer, trip_now integer, trip_basis text, trip_is_proven boolean, trip_travels boolean
) returns text language plpgsql as $$
declare
  made_kind text;
begin
  perform pg_advisory_xact_lock(hashtextextended(person || ' ' || deal, 0));
  insert into clicks (deal_id, user_id, click_type, kind, clicked_at)
  select deal, person, place,
    case when exists (
      select from clicks
      where clicks.user_id = person and clicks.deal_id = deal
        and clicks.clicked_at >= repeats_since and clicks.kind = 'click'
    ) then repeat_kind else first_kind end,
    moment
  returning kind into made_kind;
  if made_kind = 'click' and trip is not null then
    insert into trips (
      number, user_id, deal_id, brand_id, retailer_id, made_at, was_cents, now_cents, basis, is_proven, travels
    )
    select trip, person, deal, deals.brand_id, deals.retailer_id, moment,
      trip_was, trip_now, trip_basis, trip_is_proven, trip_travels
    from deals where deals.id = deal;
    return trip;
  end if;
  if made_kind = 'repeat' then
    return (
      select number from trips
      where trips.user_id = person and trips.deal_id = deal and trips.made_at >= repeats_since
      order by trips.made_at desc limit 1
    );
  end if;
  return null;
end
$$;

-- What became of a trip, or of a piece bought without one: made of what its owner says, of what reports say and
-- of what a person has decided, and always the same whatever came first.
create table ledger_rows (
  id              text primary key,
  user_id         text not null references users (id) on delete cascade,
  -- Null for what was bought without one; that counts nought.
  trip_number     text unique references trips (number) on delete cascade,
  deal_id         text not null,
  state           text not null
    check (state in ('open', 'not-bought', 'recorded', 'confirmed', 'returned', 'rejected')),
  -- In Toronto.
  bought_on       date not null,
  paid_cents      integer check (paid_cents >= 0),
  saving_cents    integer not null check (saving_cents >= 0),
  -- Why a saving is nought.
  nought_why      text,
  -- What a person has to look at before this refuses a claim.
  waits_for       text check (waits_for in ('price', 'return')),
  reason          text,
  said            text check (said in ('bought', 'not-bought', 'returned')),
  said_paid_cents integer check (said_paid_cents >= 0),
  said_on         date,
  said_at         timestamptz,
  decided         text check (decided in ('counts', 'returned', 'rejected')),
  decided_cents   integer check (decided_cents >= 0),
  decided_why     text,
  decided_at      timestamptz
);
create index ledger_rows_days_idx on ledger_rows (user_id, bought_on)
  include (state, saving_cents, waits_for);
create index ledger_rows_deal_id_idx on ledger_rows (deal_id);
create index ledger_rows_waiting_idx on ledger_rows (bought_on, id) where waits_for is not null;
create unique index ledger_rows_without_trip_idx on ledger_rows (user_id, deal_id) where trip_number is null;

-- Every change of a row, with who made it; only ever added to. What the row counted before and counts now is in
-- it, so that every total is the sum of its changes.
create table ledger_changes (
  id          bigint generated always as identity primary key,
  row_id      text not null references ledger_rows (id) on delete cascade,
  happened_at timestamptz not null,
  made_by     text not null check (made_by in ('member', 'report', 'person')),
  -- Of a person in the back office; of a report, its file.
  actor_name  text,
  what        text not null,
  before      jsonb,
  after       jsonb not null
);
create index ledger_changes_row_id_idx on ledger_changes (row_id, id);

-- What networks report, sheet by sheet. A sheet that was taken back keeps its lines, marked.
create table network_reports (
  id          text primary key,
  network     text not null,
  file_name   text not null,
  file_sha256 text not null,
  created_at  timestamptz not null,
  actor_name  text not null,
  row_count   integer not null,
  new_count   integer not null,
  known_count integer not null,
  undone_at   timestamptz,
  undone_by   text
);
create index network_reports_newest_idx on network_reports (created_at desc, id);

create table network_report_lines (
  id               bigint generated always as identity primary key,
  report_id        text not null references network_reports (id),
  row_number       integer not null,
  trip_number      text not null references trips (number) on delete cascade,
  -- The network's own number of the purchase; empty where it gives none.
  order_number     text not null default '',
  sold_on          date not null,
  value_cents      integer not null check (value_cents >= 0),
  item_cents       integer check (item_cents >= 0),
  commission_cents integer check (commission_cents >= 0),
  state            text not null check (state in ('confirmed', 'returned', 'rejected')),
  reason           text,
  is_undone        boolean not null default false
);
create unique index network_report_lines_once_idx on network_report_lines (
  trip_number, order_number, state, sold_on, value_cents,
  coalesce(item_cents, -1), coalesce(commission_cents, -1)
) where not is_undone;
create index network_report_lines_report_id_idx on network_report_lines (report_id);
create index network_report_lines_sold_on_idx on network_report_lines (sold_on) where not is_undone;

-- Trips that somebody was asked about: once.
create table asked_trips (
  trip_number text primary key references trips (number) on delete cascade,
  asked_at    timestamptz not null
);
