-- What an owner has turned off for now, and by whom; a row that is not there is on.
create table switches (
  name      text primary key check (name in ('price-checks', 'sign-up', 'joining')),
  off_since timestamptz not null,
  off_by    text not null,
  why       text not null
);

-- What the setup check cannot ask anybody about: when it happened last, and in which words.
create table setup_marks (
  name        text primary key,
  happened_at timestamptz not null,
  words       text not null
);
