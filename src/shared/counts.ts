/** `10,000`; a tenth where there is one. */
export function formatCount(count: number): string {
  // By hand, as prices are.
  const tenths = Math.round(Math.abs(count) * 10) / 10
  return `${count < 0 && tenths > 0 ? '-' : ''}${groupThousands(String(tenths))}`
}

/** `1 deal`, `10,000 deals` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${wordFor(count, one, many)}`
}

/** What is longer is counted in days. */
const COUNTED_HOURS = 48

/** How old something is: 5.2 hours are `5 hours`, 60 are `2 days`. */
export function ageInWords(hours: number): string {
  if (hours < 1) return 'less than an hour'
  if (hours < COUNTED_HOURS) return countOf(Math.floor(hours), 'hour')
  return countOf(Math.floor(hours / 24), 'day')
}

/** The word that goes with so many: `is` or `are`, `it was` or `they were`. */
export function wordFor(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}

/** A comma after every third figure before the point, counted from there. */
export function groupThousands(digits: string): string {
  const [whole = '', ...decimals] = digits.split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
]

/** `three`; figures beyond ten. */
export function spellNumber(count: number): string {
  return NUMBERS[count] ?? formatCount(count)
}

/** Words where a sentence begins. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `Three`, where a sentence begins. */
export function spellNumberFirst(count: number): string {
  return capitalize(spellNumber(count))
}

export const MB = 1024 * 1024
export const GB = 1024 * MB

/** `812 KB`, `3.4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < MB) return `${formatCount(Math.max(1, Math.round(bytes / 1024)))} KB`
  return `${(bytes / MB).toFixed(1)} MB`
}

/** `8 MB`, of a limit. */
export function formatMegabytes(bytes: number): string {
  return `${formatCount(bytes / MB)} MB`
}

/** `1.5 GB`, of a limit. */
export function formatGigabytes(bytes: number): string {
  return `${formatCount(bytes / GB)} GB`
}
