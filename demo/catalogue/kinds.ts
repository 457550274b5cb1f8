export type SizeScale = 'one size' | 'shoe' | 'clothing' | 'waist' | 'belt'

type KindOfProduct = {
  category: string
  /** Women's if absent. */
  department?: 'Unisex'
  /** The part of a shop's URLs for this kind. */
  section: string
  /** A designer-level brand's price in dollars, before the brand's own adjustments. */
  listPrice: number
  sizes: SizeScale
  /** The last sentence of a retailer's description. */
  note: string
}

export const kinds = {
  tote: {
    category: 'Bags',
    section: 'bags',
    listPrice: 890,
    sizes: 'one size',
    note: 'Carried by hand or at the shoulder. Dust bag included.',
  },
  'shoulder-bag': {
    category: 'Bags',
    section: 'bags',
    listPrice: 980,
    sizes: 'one size',
    note: 'One inner zip pocket. Dust bag included.',
  },
  crossbody: {
    category: 'Bags',
    section: 'bags',
    listPrice: 690,
    sizes: 'one size',
    note: 'Adjustable strap, drop 48-56 cm. Dust bag included.',
  },
  clutch: {
    category: 'Bags',
    section: 'bags',
    listPrice: 540,
    sizes: 'one size',
    note: 'Holds a phone, cards and keys. Presented in a box.',
  },
  backpack: {
    category: 'Bags',
    department: 'Unisex',
    section: 'bags',
    listPrice: 720,
    sizes: 'one size',
    note: 'Padded back and a sleeve for a laptop.',
  },
  pump: {
    category: 'Shoes',
    section: 'shoes',
    listPrice: 560,
    sizes: 'shoe',
    note: 'Leather sole. Runs true to size.',
  },
  sandal: {
    category: 'Shoes',
    section: 'shoes',
    listPrice: 470,
    sizes: 'shoe',
    note: 'Between sizes, take the larger one.',
  },
  sneaker: {
    category: 'Shoes',
    section: 'shoes',
    listPrice: 380,
    sizes: 'shoe',
    note: 'Rubber sole. Removable insole. Spare laces in the box.',
  },
  loafer: {
    category: 'Shoes',
    section: 'shoes',
    listPrice: 530,
    sizes: 'shoe',
    note: 'Blake-stitched. Gives a little with wear.',
  },
  'ankle-boot': {
    category: 'Shoes',
    section: 'shoes',
    listPrice: 720,
    sizes: 'shoe',
    note: 'Leather lining. Runs true to size.',
  },
  dress: {
    category: 'Dresses',
    section: 'dresses',
    listPrice: 690,
    sizes: 'clothing',
    note: 'Model is 177 cm and wears S. Dry clean.',
  },
  gown: {
    category: 'Dresses',
    section: 'evening',
    listPrice: 1650,
    sizes: 'clothing',
    note: 'Fully lined, concealed zip. Specialist dry clean.',
  },
  trench: {
    category: 'Coats',
    section: 'coats',
    listPrice: 1090,
    sizes: 'clothing',
    note: 'Cut for a layer underneath. Specialist clean.',
  },
  'wool-coat': {
    category: 'Coats',
    section: 'coats',
    listPrice: 1380,
    sizes: 'clothing',
    note: 'Half lined. Relaxed fit: take your usual size. Dry clean.',
  },
  blazer: {
    category: 'Tailoring',
    section: 'tailoring',
    listPrice: 890,
    sizes: 'clothing',
    note: 'Working cuffs, two inner pockets. Dry clean.',
  },
  knit: {
    category: 'Knitwear',
    section: 'knitwear',
    listPrice: 440,
    sizes: 'clothing',
    note: 'Fully fashioned. Wash by hand, dry flat.',
  },
  shirt: {
    category: 'Shirts & Blouses',
    section: 'tops',
    listPrice: 340,
    sizes: 'clothing',
    note: 'Cool wash or dry clean.',
  },
  jeans: {
    category: 'Denim',
    section: 'denim',
    listPrice: 290,
    sizes: 'waist',
    note: 'Inside leg 81 cm. Wash inside out.',
  },
  skirt: {
    category: 'Skirts',
    section: 'skirts',
    listPrice: 460,
    sizes: 'clothing',
    note: 'Sits at the natural waist. Dry clean.',
  },
  scarf: {
    category: 'Accessories',
    department: 'Unisex',
    section: 'accessories',
    listPrice: 250,
    sizes: 'one size',
    note: 'Hand-finished edges. Dry clean.',
  },
  belt: {
    category: 'Accessories',
    section: 'accessories',
    listPrice: 220,
    sizes: 'belt',
    note: 'Lengths 75, 85 and 95 cm. Gift box included.',
  },
  sunglasses: {
    category: 'Eyewear',
    department: 'Unisex',
    section: 'eyewear',
    listPrice: 310,
    sizes: 'one size',
    note: 'Full UV protection. Case and cloth included.',
  },
  watch: {
    category: 'Watches',
    department: 'Unisex',
    section: 'watches',
    listPrice: 790,
    sizes: 'one size',
    note: 'Quartz movement, sapphire glass, two-year guarantee.',
  },
  earrings: {
    category: 'Jewellery',
    section: 'jewellery',
    listPrice: 240,
    sizes: 'one size',
    note: 'For pierced ears. Sold as a pair, in a pouch.',
  },
} satisfies Record<string, KindOfProduct>

export type Kind = keyof typeof kinds

export function kindOf(kind: Kind): KindOfProduct {
  return kinds[kind]
}
