-- A mail whose recipient the mail server has turned away for good is not tried again.
alter table mails drop constraint mails_state_check;
-- dropped: it had become pointless, or was not taken for a week. refused: nobody reads that inbox.
alter table mails add constraint mails_state_check
  check (state in ('queued', 'sent', 'dropped', 'refused'));
