-- What a deal is filed under, as the vocabulary of the deals has it; null where nobody has said it.
-- Guesses from its name and words that were not understood stand apart, by the field they are for.
alter table deals
  add column department text,
  add column colour text,
  add column guessed_terms jsonb not null default '{}',
  add column unread_terms jsonb not null default '{}';

-- Until now a category was any text. What is a word of the vocabulary becomes it; the rest is kept.
create temporary table old_categories (label text primary key, value text not null) on commit drop;
insert into old_categories values
  ('clothing', 'clothing'), ('coats', 'coats-and-jackets'), ('jackets', 'coats-and-jackets'),
  ('tailoring', 'blazers-and-suits'), ('dresses', 'dresses'), ('knitwear', 'knitwear'),
  ('shirts & blouses', 'tops-and-shirts'), ('tops', 'tops-and-shirts'), ('denim', 'denim'),
  ('trousers', 'trousers'), ('skirts', 'skirts'), ('shoes', 'shoes'), ('boots', 'boots'),
  ('sneakers', 'sneakers'), ('bags', 'bags'), ('totes', 'totes'), ('accessories', 'accessories'),
  ('belts', 'belts'), ('scarves', 'scarves'), ('eyewear', 'eyewear'), ('watches', 'watches'),
  ('jewellery', 'jewellery'), ('jewelry', 'jewellery');
update deals set unread_terms = jsonb_build_object('category', category)
  where category is not null
    and lower(trim(category)) not in (select label from old_categories);
update deals set category =
  (select value from old_categories where label = lower(trim(deals.category)))
  where category is not null;
