-- Whose purchase a told event is, is asked by the name of the event.
create index checkouts_event_id_idx on checkouts (event_id);
