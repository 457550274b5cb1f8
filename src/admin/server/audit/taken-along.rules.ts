const ADDRESS = /[^\s@,;:<>()"]+@[^\s@,;:<>()"]+\.[^\s@,;:<>()".]+/g
/** Smaller numbers are exported only to owners: they might be about one person. */
const SMALLEST = 5

export const UNDER_FIVE = 'under 5'

/** Removes e-mail addresses from text that people other than owners export. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, 'an address')
}

export function isTooSmall(count: number): boolean {
  return count < SMALLEST
}

/** Prepares an audit value for export; the audit stores numbers as text. */
export function textToTake(text: string): string {
  return /^\d+$/.test(text) && isTooSmall(Number(text)) ? UNDER_FIVE : withoutAddresses(text)
}
