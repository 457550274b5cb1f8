-- Counters need not survive a crash of the database: then somebody may guess a few times more. Not
-- logging them saves every sign-in two waits for the disk.
alter table throttles set unlogged;
