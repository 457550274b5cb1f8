-- The end of the paid year that somebody has been told of before it renews: told once, however often one looks.
alter table subscriptions add column renewal_told_for timestamptz;
