import { randomInt } from 'node:crypto'

/** Digits and capitals without those that are taken for others: I, L, O and U. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of one click, such as `T-7K2M4-9QX3B`: 50 random bits that say nothing of who clicked. */
export function newTripNumber(): string {
  const five = () => Array.from({ length: 5 }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `T-${five()}-${five()}`
}
