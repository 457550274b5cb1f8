/** The three fields a deal is filed under. */
export const TERM_FIELDS = ['department', 'category', 'colour'] as const
export type TermField = (typeof TERM_FIELDS)[number]

export function isTermField(name: string): name is TermField {
  return (TERM_FIELDS as readonly string[]).includes(name)
}

type Term = {
  /** Stored and used in addresses: must not change once deals have it. */
  value: string
  label: string
  /** The parent of a second-level category. */
  parent?: string
}

/** The terms a deal may be filed under, in display order. */
export const VOCABULARY: Record<TermField, readonly Term[]> = {
  department: [
    { value: 'women', label: 'Women' },
    { value: 'men', label: 'Men' },
    { value: 'unisex', label: 'Unisex' },
    { value: 'kids', label: 'Kids' },
  ],
  category: [
    { value: 'clothing', label: 'Clothing' },
    ...within('clothing', [
      ['coats-and-jackets', 'Coats & Jackets'],
      ['blazers-and-suits', 'Blazers & Suits'],
      ['dresses', 'Dresses'],
      ['knitwear', 'Knitwear'],
      ['tops-and-shirts', 'Tops & Shirts'],
      ['denim', 'Denim'],
      ['trousers', 'Trousers'],
      ['skirts', 'Skirts'],
      ['swim-and-lingerie', 'Swim & Lingerie'],
    ]),
    { value: 'shoes', label: 'Shoes' },
    ...within('shoes', [
      ['boots', 'Boots'],
      ['sneakers', 'Sneakers'],
      ['heels', 'Heels'],
      ['flats-and-loafers', 'Flats & Loafers'],
      ['sandals', 'Sandals'],
    ]),
    { value: 'bags', label: 'Bags' },
    ...within('bags', [
      ['shoulder-bags', 'Shoulder Bags'],
      ['crossbody-bags', 'Crossbody Bags'],
      ['totes', 'Totes'],
      ['clutches', 'Clutches'],
      ['backpacks', 'Backpacks'],
    ]),
    { value: 'accessories', label: 'Accessories' },
    ...within('accessories', [
      ['belts', 'Belts'],
      ['scarves', 'Scarves'],
      ['eyewear', 'Eyewear'],
      ['watches', 'Watches'],
      ['jewellery', 'Jewellery'],
      ['hats-and-gloves', 'Hats & Gloves'],
      ['small-leather-goods', 'Small Leather Goods'],
    ]),
  ],
  colour: [
    { value: 'black', label: 'Black' },
    { value: 'white', label: 'White' },
    { value: 'grey', label: 'Grey' },
    { value: 'beige', label: 'Beige' },
    { value: 'brown', label: 'Brown' },
    { value: 'red', label: 'Red' },
    { value: 'pink', label: 'Pink' },
    { value: 'orange', label: 'Orange' },
    { value: 'yellow', label: 'Yellow' },
    { value: 'green', label: 'Green' },
    { value: 'blue', label: 'Blue' },
    { value: 'purple', label: 'Purple' },
    { value: 'gold', label: 'Gold' },
    { value: 'silver', label: 'Silver' },
  ],
}

function within(parent: string, terms: Array<[string, string]>): Term[] {
  return terms.map(([value, label]) => ({ value, label, parent }))
}

/**
 * The ids of each category in Google's product taxonomy, its best match first. From
 * taxonomy-with-ids.en-US.txt, version 2021-09-21, at
 * https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt
 */
export const GOOGLE_IDS: Readonly<Record<string, readonly number[]>> = {
  'coats-and-jackets': [5598, 203, 1831],
  'blazers-and-suits': [1594, 5183, 1516, 1580],
  dresses: [2271],
  knitwear: [212],
  'tops-and-shirts': [212],
  denim: [204],
  trousers: [204, 207],
  skirts: [1581, 6229, 6228, 2331],
  'swim-and-lingerie': [211, 1772, 214, 2562, 208],
  boots: [187],
  sneakers: [187],
  heels: [187],
  'flats-and-loafers': [187],
  sandals: [187],
  'shoulder-bags': [3032],
  'crossbody-bags': [3032],
  totes: [3032],
  clutches: [3032],
  backpacks: [100],
  belts: [169],
  scarves: [177, 543673, 543674],
  eyewear: [178],
  watches: [201],
  jewellery: [188, 189, 191, 192, 194, 196, 197, 200, 6463],
  'hats-and-gloves': [173, 170],
  'small-leather-goods': [2668, 6169, 6170, 175],
  clothing: [1604],
  shoes: [187],
  bags: [6551, 3032],
  accessories: [167],
}

/** The label of a term; a value that is no longer in the vocabulary is its own label. */
export function termLabel(field: TermField, value: string): string {
  return VOCABULARY[field].find((term) => term.value === value)?.label ?? value
}

/** The terms of a deal by field; null when not set. */
export type DealTerms = Record<TermField, string | null>
/** A term or word for some of the fields. */
export type SomeTerms = Partial<Record<TermField, string>>
/** Words that were not understood, by field. */
export type UnreadWords = SomeTerms & { sizes?: string }

/**
 * `Women · Totes · Red`, spaced so that no line begins with a dot; includes guesses. Empty when nothing is
 * known.
 */
export function termLine(
  deal: DealTerms & { guessed?: { [Field in TermField]?: string | undefined } | undefined },
): string {
  return TERM_FIELDS.flatMap((field) => {
    const value = deal[field] ?? deal.guessed?.[field]
    return value === undefined ? [] : termLabel(field, value)
  }).join('\u00a0\u00a0·\u2002')
}
