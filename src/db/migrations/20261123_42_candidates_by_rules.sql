-- What a price before rests on, and how many rows of a feed its rules leave out. Whether a piece is another than
-- yesterday is told by what is kept of it, and words are searched as they are written.
alter table feed_candidates add column was_basis text check (was_basis in ('retailer', 'rrp'));
alter table feed_candidates drop column fingerprint;
alter table feed_sources drop column fingerprint;
alter table feed_runs add column rows_left_out integer not null default 0;
drop function feed_words_alike(text, integer);
drop table feed_words;
