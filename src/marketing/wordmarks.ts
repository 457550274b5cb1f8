/** Brands with a wordmark; each is shown while the feed has a deal of that brand. */
export const WORDMARK_BRANDS = [
  'Maison Aubrelle',
  'Kasumori',
  'Delphine Corvane',
  'Van der Loeven',
  'Lucrezia Tarvo',
  'Sølvane',
  'Amaranta Solís',
  'Carrigan Hale',
  'Ottavia Serrone',
  'Harcastle & Wren',
] as const

export type WordmarkBrand = (typeof WORDMARK_BRANDS)[number]
