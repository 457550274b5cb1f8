-- What is known of each retailer: how links to it are made and what they bring, whether its pages may be
-- looked at, and on what terms it sends what is bought there, with the day on which somebody read them.

alter table retailers
  -- An address with {url} in it, for the address of the piece; null where links go straight there.
  add column link_template      text check (char_length(link_template) <= 2048),
  add column network            text check (char_length(network) <= 100),
  -- The parameter that carries a trip's number.
  add column sub_id_parameter   text check (sub_id_parameter ~ '^[A-Za-z][A-Za-z0-9_.-]{0,39}$'),
  -- Hundredths of a percent of what is bought.
  add column commission         integer check (commission between 0 and 10000),
  add column is_never_checked   boolean not null default false,
  add column delivery_cents     integer check (delivery_cents between 0 and 100000000),
  add column free_delivery_from_cents integer check (free_delivery_from_cents between 0 and 100000000),
  add column duties             text check (duties in ('none', 'included', 'extra')),
  add column return_days        integer check (return_days between 0 and 730),
  -- When where it ships, delivery, duties and returns were read last.
  add column terms_day          date,
  -- Grows with every change of these, so that nobody writes over what somebody else has just changed.
  add column registry_version   integer not null default 1;
