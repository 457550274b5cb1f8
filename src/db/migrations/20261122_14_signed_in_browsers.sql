-- Each sign-in as its owner may know it again: the browser and the system in words, never where it
-- was. The id names it on the page; a browser that is shown out is a stranger from then on.
alter table sessions
  add column id          text not null default gen_random_uuid()::text unique,
  add column browser     text,
  add column system      text,
  add column device_hash text;
