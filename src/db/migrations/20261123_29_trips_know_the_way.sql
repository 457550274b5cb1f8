-- The click is answered with how its link is made, so that a way out is no question more than before.
drop function record_trip(
  text, text, text, timestamptz, text, text, timestamptz, text, integer, integer, text, boolean, boolean
);

create function record_trip(
  deal text, person text, place text, moment timestamptz,
  first_kind text, repeat_kind text, repeats_since timestamptz,
  trip text, trip_was integer, trip_now integer, trip_basis text, trip_is_proven boolean, may_travel boolean,
  out trip_number text, out link_template text, out sub_id_parameter text
) language plpgsql as $$
declare
  made_kind text;
  found_brand text;
  found_retailer text;
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
  select deals.brand_id, retailers.id, retailers.link_template, retailers.sub_id_parameter
  into found_brand, found_retailer, link_template, sub_id_parameter
  from deals join retailers on retailers.id = deals.retailer_id where deals.id = deal;
  if made_kind = 'click' and trip is not null then
    insert into trips (
      number, user_id, deal_id, brand_id, retailer_id, made_at, was_cents, now_cents, basis, is_proven, travels
    ) values (
      trip, person, deal, found_brand, found_retailer, moment, trip_was, trip_now, trip_basis, trip_is_proven,
      may_travel and sub_id_parameter is not null
    );
    trip_number := trip;
  elsif made_kind = 'repeat' then
    select number into trip_number from trips
    where trips.user_id = person and trips.deal_id = deal and trips.made_at >= repeats_since
    order by trips.made_at desc limit 1;
  end if;
end
$$;
