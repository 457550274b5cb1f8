-- What comes out by itself has what a published deal needs: nobody is there to be told what it lacks.
alter table deals
  add constraint deals_scheduled_is_whole check (not is_scheduled or (brand_id is not null and product_name <> ''));
