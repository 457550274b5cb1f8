-- Under which brand the deals of this one go now, since the last of them was given to it: a new name, or another house. Its
-- address leads there, and who follows it follows that one too.
alter table brands add column successor_id text references brands (id) on delete set null check (successor_id <> id);
create index brands_successor on brands (successor_id) where successor_id is not null;
