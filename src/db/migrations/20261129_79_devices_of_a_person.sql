-- The key begins with the device: what is asked of one person's, and goes with their account, would read all.
create index known_devices_user_id_idx on known_devices (user_id);
