-- Whoever is here already is asked once about a version that is new to them: they accept it, or put it off.
alter table acceptances
  drop constraint acceptances_place_check,
  add constraint acceptances_place_check check (place in ('sign-up', 'joining', 'asked')),
  alter column accepted_at drop not null,
  -- Asked, and not accepted then; it goes with the account.
  add column put_off_at timestamptz,
  add constraint acceptances_answered check (accepted_at is not null or put_off_at is not null);
