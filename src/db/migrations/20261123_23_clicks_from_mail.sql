-- A press on a page that somebody came to from a mail.
alter table clicks drop constraint clicks_click_type_check;
alter table clicks add constraint clicks_click_type_check
  check (click_type in ('deal-card', 'splash-carousel', 'mail', 'other'));
