-- The five carousels that deals are put into, as rows of their own: what each is called, where it
-- stands among them, and whether people see it. None is shown until somebody switches it on.

create table carousels (
  number   smallint primary key check (number between 1 and 5),
  title    text not null default '' check (char_length(title) <= 60),
  position smallint not null check (position between 1 and 5),
  is_shown boolean not null default false
);

insert into carousels (number, position) values (1, 1), (2, 2), (3, 3), (4, 4), (5, 5);
