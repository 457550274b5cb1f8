-- The page that somebody wanted when they began: checked to be one of ours before it is written.

alter table checkouts add column return_to text;
alter table password_resets add column return_to text;
