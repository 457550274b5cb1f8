-- What members say of the club.
create table testimonials (
  id          text primary key,
  picture_id  text references pictures (id),
  title       text not null,
  description text not null,
  name        text not null,
  location    text not null,
  -- Written by us to show what one looks like: nobody said it.
  is_sample   boolean not null default false,
  position    smallint not null default 0,
  created_at  timestamptz not null default now()
);
