-- How many people came from a mail of a stream, by business day: of whom it was nothing is kept.
create table mail_arrivals (
  day    date not null,
  stream text not null check (stream in ('edition', 'alerts')),
  people integer not null check (people > 0),
  primary key (day, stream)
);
