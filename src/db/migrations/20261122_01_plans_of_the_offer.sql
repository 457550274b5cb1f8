-- Which plans there are is for the offer to say (src/shared/offer.ts): here a plan only has to look like
-- the key of one, so that another needs no migration.
alter table subscriptions
  drop constraint subscriptions_plan_check,
  add constraint subscriptions_plan_check check (plan ~ '^[a-z][a-z0-9_]*$');

alter table checkouts
  drop constraint checkouts_plan_check,
  add constraint checkouts_plan_check check (plan ~ '^[a-z][a-z0-9_]*$');
