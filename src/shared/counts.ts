/** Formats a count as `10,000`, with one decimal if it is not whole. */
export function formatCount(count: number): string {
  // Formatted by hand, as prices are: an `Intl` formatter is slow to create.
  const tenths = Math.round(Math.abs(count) * 10) / 10
  return `${count < 0 && tenths > 0 ? '-' : ''}${groupThousands(String(tenths))}`
}

/** `1 deal`, `10,000 deals` */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${wordFor(count, one, many)}`
}

/** An age of this many hours or more is given in days. */
const COUNTED_HOURS = 48

/** The age in words, rounded down: 5.2 hours are `5 hours`, 60 are `2 days`. */
export function ageInWords(hours: number): string {
  if (hours < 1) return 'less than an hour'
  if (hours < COUNTED_HOURS) return countOf(Math.floor(hours), 'hour')
  return countOf(Math.floor(hours / 24), 'day')
}

/** Picks the word that agrees with a count: `is` or `are`, `it was` or `they were`. */
export function wordFor(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}

/** Puts a comma after every third digit of the whole part, counted from the decimal point. */
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

/** Spells a count as a word, `three`; above ten, uses figures. */
export function spellNumber(count: number): string {
  return NUMBERS[count] ?? formatCount(count)
}

/** Capitalizes the first letter, for the beginning of a sentence. */
export function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Spells a count for the beginning of a sentence: `Three`. */
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

/** Formats a limit: `8 MB`. */
export function formatMegabytes(bytes: number): string {
  return `${formatCount(bytes / MB)} MB`
}

/** Formats a limit: `1.5 GB`. */
export function formatGigabytes(bytes: number): string {
  return `${formatCount(bytes / GB)} GB`
}
