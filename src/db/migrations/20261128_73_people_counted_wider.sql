-- 52 bits read a hundred people as 45. There are 1,024 from now on, from which the number is reckoned as they fill; what was
-- counted before stays beside them until its weeks are over.
alter table fruitless_searches
  add column sketch bit(1024) not null default repeat('0', 1024)::bit(1024);
