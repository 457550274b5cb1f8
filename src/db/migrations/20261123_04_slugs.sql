-- How brands and retailers are called in addresses: made once, from the name it had then, and never
-- changed, so that links go on leading there. The words of a folded name are one space apart.
alter table brands add column slug text;
alter table retailers add column slug text;
update brands set slug = coalesce(nullif(replace(name_key, ' ', '-'), ''), id);
update retailers set slug = coalesce(nullif(replace(name_key, ' ', '-'), ''), id);

create function give_slug() returns trigger language plpgsql as $$
declare
  wanted text := coalesce(nullif(replace(new.name_key, ' ', '-'), ''), new.id);
  is_taken boolean;
begin
  if new.slug is not null then return new; end if;
  -- Only of one that has another name by now can it be the slug already.
  execute format('select exists (select from %I where slug = $1)', tg_table_name)
    into is_taken using wanted;
  new.slug := case when is_taken then wanted || '-' || lower(new.id) else wanted end;
  return new;
end
$$;

create trigger brands_give_slug before insert on brands for each row execute function give_slug();
create trigger retailers_give_slug before insert on retailers for each row execute function give_slug();

alter table brands alter column slug set not null, add constraint brands_slug_key unique (slug);
alter table retailers alter column slug set not null, add constraint retailers_slug_key unique (slug);
