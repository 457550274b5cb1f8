const ADDRESS = /[^\s@,;:<>()"]+@[^\s@,;:<>()"]+\.[^\s@,;:<>()".]+/g
/** No number below this leaves the house with somebody who is no owner: it might be about one person. */
const SMALLEST = 5

export const UNDER_FIVE = 'under 5'

/** What somebody who is no owner takes along names nobody by their address. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, 'an address')
}

export function isTooSmall(count: number): boolean {
  return count < SMALLEST
}

/** A value of the audit, which has its numbers as text. */
export function textToTake(text: string): string {
  return /^\d+$/.test(text) && isTooSmall(Number(text)) ? UNDER_FIVE : withoutAddresses(text)
}
