-- What a subscription costs at each renewal, in cents: the price it was joined at, which stays its own when
-- the plan is sold for another or not at all. Until now every plan had one price, the one said here.
alter table subscriptions add column price_cents integer;
update subscriptions set price_cents = case plan when 'annual' then 9700 when 'monthly' then 800 end;
