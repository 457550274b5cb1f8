import type { Deal } from '#app/deals/deals.contract.ts'
import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { capitalize } from '#app/shared/counts.ts'
import { formatPrice, savings } from '#app/shared/money.ts'

const WHOSE: Record<string, string> = {
  women: 'Women’s',
  men: 'Men’s',
  unisex: 'Unisex',
  kids: 'Kids’',
}

/** `Women’s totes in red`: a locked piece in its confirmed, public terms; undefined without a category. */
export function pieceInWords({
  department,
  category,
  colour,
}: Pick<Deal, 'department' | 'category' | 'colour'>): string | undefined {
  if (category === null) return
  const kind = termLabel('category', category).toLowerCase()
  const whose = department === null ? undefined : WHOSE[department]
  const what = whose ? `${whose} ${kind}` : capitalize(kind)
  return colour === null ? what : `${what} in ${termLabel('colour', colour).toLowerCase()}`
}

/** What joining is worth for this piece, shown in place of its name. */
export function gainInWords({
  originalPrice,
  salePrice,
}: Pick<Deal, 'originalPrice' | 'salePrice'>): string {
  const saved = savings(originalPrice, salePrice)
  return saved === undefined ? 'Join to unlock this deal' : `Members save ${formatPrice(saved)}`
}
