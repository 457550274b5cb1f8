-- Mails of streams that wait are taken alerts first: an edition for everybody would hold them up for minutes.
create index mails_stream_in_order on mails (stream, send_after) where stream is not null and state = 'queued';
drop index mails_stream_waiting;
