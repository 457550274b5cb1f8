-- Since when a feed leaves a dismissed piece out, as the daily clean-up finds it: what is away for long is forgotten.
alter table feed_dismissals add column missing_since timestamptz;
