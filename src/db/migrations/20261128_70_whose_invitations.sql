-- Whose account asked somebody in: whoever is removed takes back what they have sent. Null for what is older, for the
-- password that all share and for the emergency door.
alter table administrator_invitations add column inviter_id text references administrators (id) on delete set null;
create index administrator_invitations_inviter_id_idx on administrator_invitations (inviter_id);
