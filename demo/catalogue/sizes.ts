import type { SizeScale } from './kinds.ts'
import type { Random } from './random.ts'
import type { Retailer } from './retailers.ts'

const SHOES = {
  EU: ['36', '36.5', '37', '37.5', '38', '38.5', '39', '40', '41'],
  US: ['5.5', '6', '6.5', '7', '7.5', '8', '8.5', '9', '10'],
}

/** Size systems by kind of shop. */
const CLOTHING: Record<Retailer['tier'], string[]> = {
  department: ['US 2', 'US 4', 'US 6', 'US 8', 'US 10'],
  boutique: ['IT 38', 'IT 40', 'IT 42', 'IT 44', 'IT 46'],
  specialist: ['FR 34', 'FR 36', 'FR 38', 'FR 40', 'FR 42'],
  outlet: ['XS', 'S', 'M', 'L', 'XL'],
}

/** The sizes still in stock; outlets have fewer. */
export function sizesLeft(scale: SizeScale, retailer: Retailer, random: Random): string[] {
  if (scale === 'one size') return ['One size']
  const all = scaleOf(scale, retailer)
  const share = retailer.tier === 'outlet' ? 0.45 : 0.75
  const count = Math.round(all.length * share * (0.7 + random.next() * 0.6))
  return random.sample(all, Math.min(Math.max(count, 1), all.length))
}

function scaleOf(scale: Exclude<SizeScale, 'one size'>, { tier }: Retailer): string[] {
  if (scale === 'waist') return ['24', '25', '26', '27', '28', '29', '30', '31'].map((w) => `W${w}`)
  if (scale === 'belt') return ['75 cm', '85 cm', '95 cm']
  if (scale === 'clothing') return CLOTHING[tier]
  // Department stores here use American shoe sizes, everyone else European ones.
  const system = tier === 'department' ? 'US' : 'EU'
  return SHOES[system].map((size) => `${system} ${size}`)
}
