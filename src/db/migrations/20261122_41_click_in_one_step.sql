-- A click is written in one step: from far away every step is a way there and back. The one of two that
-- arrive together waits for the other, so that it sees it.

create function record_click(
  deal text, person text, place text, moment timestamptz,
  first_kind text, repeat_kind text, repeats_since timestamptz
) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(person || ' ' || deal, 0));
  insert into clicks (deal_id, user_id, click_type, kind, clicked_at)
  select deal, person, place,
    case when exists (
      select from clicks
      where clicks.user_id = person and clicks.deal_id = deal
        and clicks.clicked_at >= repeats_since and clicks.kind = 'click'
    ) then repeat_kind else first_kind end,
    moment;
end
$$;
