-- Until when nothing more is told of it, since the person's day has had its notice: it need not be looked at before.
alter table told_deals add column rests_until timestamptz;
