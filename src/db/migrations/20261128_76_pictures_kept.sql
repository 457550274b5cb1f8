-- That a picture is another than one which looks the same is said once, and not asked at each opening of the form.
alter table deal_picture_notes
  add column is_kept boolean not null default false;
