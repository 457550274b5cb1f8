import type { SizeScale } from './kinds.ts'
import type { Random } from './random.ts'
import type { Retailer } from './retailers.ts'

const scales = {
  eu: ['36', '36.5', '37', '37.5', '38', '38.5', '39', '40', '41'],
  us: ['5.5', '6', '6.5', '7', '7.5', '8', '8.5', '9', '10'],
  clothing: ['XS', 'S', 'M', 'L', 'XL'],
  waist: ['24', '25', '26', '27', '28', '29', '30', '31'],
  belt: ['75', '85', '95'],
}

/** What is still on the shelf; outlets are left with few sizes. */
export function sizesLeft(scale: SizeScale, retailer: Retailer, random: Random): string[] {
  if (scale === 'one size') return ['One size']
  // Department stores here count shoes the American way, everyone else the European.
  const shoe = retailer.tier === 'department' ? scales.us : scales.eu
  const all = scale === 'shoe' ? shoe : scales[scale]
  const share = retailer.tier === 'outlet' ? 0.45 : 0.75
  const count = Math.round(all.length * share * (0.7 + random.next() * 0.6))
  return random.sample(all, Math.min(Math.max(count, 1), all.length))
}
