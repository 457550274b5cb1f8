import { termLabel } from './vocabulary.facts.ts'

/**
 * Sizes as they are compared. `deals.sizes` holds what the retailer writes (`IT 40`, `M`, `One size`);
 * `deals.size_keys` holds the keys by which the deal is found, so that a single `&&` compares them.
 *
 * A key is `{group}-{size}`: `w-clothing-us8`, `m-shoes-eu42`, `rings-us6`, `belts-cm85`, or `one-size` alone.
 * The size is that of a row of the charts below, a letter (`w-clothing-m`), a number without a system
 * (`w-clothing-n38`, which matches only the same number), or any other size with its unit or system
 * (`other-cm57`). Keys consist of lower-case letters, digits, dots and hyphens, so they need no escaping in
 * addresses.
 *
 * A deal has the keys of everything it may be worn as: a deal of size M also those of US 8 and US 10, one of
 * IT 44 also that of M. A person has one key per size they wear, a filter one per chosen size. So one key
 * finds a size in every system.
 */
export type SizeKey = string

const SIZE_SYSTEMS = ['US', 'IT', 'FR', 'UK', 'DE', 'EU', 'JP', 'AU', 'W', 'cm', 'in'] as const
export type SizeSystem = (typeof SIZE_SYSTEMS)[number]

export const SIZE_KINDS = ['clothing', 'shoes', 'rings', 'belts'] as const
export type SizeKind = (typeof SIZE_KINDS)[number]

/** Roughly equivalent sizes, by system. */
export type SizeRow = {
  key: SizeKey
  sizes: Partial<Record<SizeSystem, string>>
  /** The letter size that covers it. */
  letter?: string
}

export type SizeChart = {
  /** Prefix of its rows' keys. */
  id: string
  kind: SizeKind
  /** Null when women and men use the same sizes. */
  department: 'women' | 'men' | null
  label: string
  columns: readonly SizeSystem[]
  /** Systems that are equal to one of the columns. */
  also: Partial<Record<SizeSystem, SizeSystem>>
  rows: readonly SizeRow[]
  /** From small to large; a letter covers the rows that name it. */
  letters: readonly string[]
  /** The two systems in a row's label. */
  calledBy: readonly [SizeSystem, SizeSystem]
}

/**
 * Sources of the equivalents: makers follow no common standard, so each chart names the source of its steps,
 * and people are told that all of them are approximate.
 */
export const SIZE_SOURCES: Record<SizeKind, string> = {
  clothing:
    'The steps that retailers of designer clothing print: an Italian size is the American one plus 36, a French one plus 32, a German one plus 30, a British one plus 4; for men an Italian size is the chest in inches plus 10. Letters as American department stores count them.',
  shoes:
    'The steps that retailers of designer shoes print: for women a European size is the American one plus 30, a British one less 3; for men plus 33, and less 1.',
  rings:
    'ISO 8653: a European size is the inner circumference in millimetres, an Italian one that less 40. An American size is (millimetres - 36.5) / 2.55.',
  belts: 'Belts are named by their length to the middle hole: 5 cm for every 2 inches.',
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => from + index * by)
}

/** `00` is one step (2) below 0. */
function american(size: number): string {
  return size < 0 ? '00' : String(size)
}

const WOMENS_LETTERS: ReadonlyArray<readonly [string, number]> = [
  ['XXS', -2],
  ['XS', 2],
  ['S', 6],
  ['M', 10],
  ['L', 14],
  ['XL', 18],
  ['XXL', 22],
]
const MENS_LETTERS: ReadonlyArray<readonly [string, number]> = [
  ['XXS', 32],
  ['XS', 34],
  ['S', 36],
  ['M', 40],
  ['L', 44],
  ['XL', 48],
  ['XXL', 52],
]

/** The first letter whose largest size is at least `size`. */
function letterOf(letters: typeof WOMENS_LETTERS, size: number): { letter?: string } {
  const found = letters.find(([, largest]) => size <= largest)
  return found ? { letter: found[0] } : {}
}

const WOMENS_CLOTHING: SizeChart = {
  id: 'w-clothing',
  kind: 'clothing',
  department: 'women',
  label: 'Women’s clothing',
  columns: ['US', 'IT', 'FR', 'UK', 'DE', 'JP', 'W'],
  also: { EU: 'DE', AU: 'UK' },
  rows: steps(-2, 22, 2).map((us) => ({
    key: `w-clothing-us${american(us)}`,
    sizes: {
      US: american(us),
      IT: String(us + 36),
      FR: String(us + 32),
      UK: String(us + 4),
      DE: String(us + 30),
      JP: String(us + 5),
      // Waist of jeans, in inches.
      W: String(25 + us / 2),
    },
    ...letterOf(WOMENS_LETTERS, us),
  })),
  letters: WOMENS_LETTERS.map(([letter]) => letter),
  calledBy: ['US', 'IT'],
}

const MENS_CLOTHING: SizeChart = {
  id: 'm-clothing',
  kind: 'clothing',
  department: 'men',
  label: 'Men’s clothing',
  columns: ['US', 'IT', 'W'],
  also: { EU: 'IT', FR: 'IT', DE: 'IT', UK: 'US', AU: 'US' },
  rows: steps(32, 52, 2).map((us) => ({
    key: `m-clothing-us${us}`,
    sizes: { US: String(us), IT: String(us + 10), W: String(us - 6) },
    ...letterOf(MENS_LETTERS, us),
  })),
  letters: MENS_LETTERS.map(([letter]) => letter),
  calledBy: ['US', 'IT'],
}

function shoes(
  department: 'women' | 'men',
  { from, to, us, uk }: { from: number; to: number; us: number; uk: number },
): SizeChart {
  const id = department === 'women' ? 'w-shoes' : 'm-shoes'
  return {
    id,
    kind: 'shoes',
    department,
    label: department === 'women' ? 'Women’s shoes' : 'Men’s shoes',
    columns: ['EU', 'US', 'UK'],
    // French sizes are printed either like these or one higher, so they are not compared.
    also: { IT: 'EU', DE: 'EU' },
    rows: steps(from, to, 0.5).map((eu) => ({
      key: `${id}-eu${eu}`,
      sizes: { EU: String(eu), US: String(eu - us), UK: String(eu - uk) },
    })),
    letters: [],
    calledBy: ['EU', 'US'],
  }
}

const WOMENS_SHOES = shoes('women', { from: 34, to: 43, us: 30, uk: 33 })
const MENS_SHOES = shoes('men', { from: 38, to: 48, us: 33, uk: 34 })

/** Inner circumference of an American ring size, in millimetres. */
export function ringMillimetres(us: number): number {
  return 36.5 + 2.55 * us
}

const RINGS: SizeChart = {
  id: 'rings',
  kind: 'rings',
  department: null,
  label: 'Rings',
  columns: ['US', 'EU', 'UK', 'IT'],
  also: { FR: 'EU', DE: 'EU', AU: 'UK' },
  rows: steps(3, 13, 0.5).map((us, index) => {
    const millimetres = Math.round(ringMillimetres(us))
    return {
      key: `rings-us${us}`,
      sizes: {
        US: String(us),
        EU: String(millimetres),
        // The first row is F.
        UK: String.fromCharCode(70 + index),
        IT: String(millimetres - 40),
      },
    }
  }),
  letters: [],
  calledBy: ['US', 'EU'],
}

const BELTS: SizeChart = {
  id: 'belts',
  kind: 'belts',
  department: null,
  label: 'Belts',
  columns: ['cm', 'in'],
  also: { EU: 'cm', IT: 'cm', FR: 'cm', DE: 'cm', US: 'in', UK: 'in' },
  rows: steps(60, 130, 5).map((cm) => ({
    key: `belts-cm${cm}`,
    sizes: { cm: String(cm), in: String(cm / 2.5) },
  })),
  letters: [],
  calledBy: ['cm', 'in'],
}

/** The approximate equivalents, one chart per kind of sized thing. */
export const SIZE_CHARTS: readonly SizeChart[] = [
  WOMENS_CLOTHING,
  MENS_CLOTHING,
  WOMENS_SHOES,
  MENS_SHOES,
  RINGS,
  BELTS,
]

export const ONE_SIZE = 'One size'
export const ONE_SIZE_KEY: SizeKey = 'one-size'

/** Key groups without a chart: for children, for anybody, or of a kind that has none. */
const OTHER_GROUPS: Record<string, string> = {
  'k-clothing': 'Kids’ clothing',
  'k-shoes': 'Kids’ shoes',
  'u-clothing': 'Clothing',
  'u-shoes': 'Shoes',
  other: 'Other sizes',
}

const CHARTS_BY_ID = new Map(SIZE_CHARTS.map((chart) => [chart.id, chart]))
const ROWS_BY_KEY = new Map(
  SIZE_CHARTS.flatMap((chart) => chart.rows.map((row) => [row.key, { chart, row }] as const)),
)

const KEY = /^([wmku]-(?:clothing|shoes)|rings|belts|other)-([a-z0-9.]{1,12})$/

/** The group and size of a key; undefined when it is invalid. */
function partsOf(key: string): { group: string; size: string } | undefined {
  const [, group, size] = KEY.exec(key) ?? []
  return group === undefined || size === undefined ? undefined : { group, size }
}

/** Whether the text is a valid size key, even if no deal has it. */
export function isSizeKey(text: string): boolean {
  return text === ONE_SIZE_KEY || partsOf(text) !== undefined
}

/** The label of a size: `US 8 / IT 44`, `EU 38 / US 8`, `85 cm / 34 in`, `M`, `One size`. */
export function sizeLabel(key: SizeKey): string {
  if (key === ONE_SIZE_KEY) return ONE_SIZE
  const found = ROWS_BY_KEY.get(key)
  if (found) {
    const { chart, row } = found
    return chart.calledBy.map((system) => inSystem(system, row.sizes[system] ?? '')).join(' / ')
  }
  const { size = key } = partsOf(key) ?? {}
  const [, system, value = ''] = /^(us|it|fr|uk|de|eu|jp|au|w|cm|mm|in|n)(\d.*)$/.exec(size) ?? []
  if (system === undefined) return size.toUpperCase()
  // `8petite` becomes two words, `40r` stays one.
  const words = value.replace(/[a-z]+$/, (end) => (end.length < 4 ? end.toUpperCase() : ` ${end}`))
  if (system === 'n') return words
  if (system === 'mm') return `${words} mm`
  return inSystem(SIZE_SYSTEMS.find((each) => each.toLowerCase() === system) ?? 'US', words)
}

/** A size with its system: `IT 40`, `W28`, `85 cm`. */
export function inSystem(system: SizeSystem, value: string): string {
  if (system === 'cm' || system === 'in') return `${value} ${system}`
  return system === 'W' ? `W${value}` : `${system} ${value}`
}

/** The column heading of a system. */
export function systemLabel(system: SizeSystem, kind: SizeKind): string {
  if (system === 'W') return 'Waist (in)'
  if (system === 'DE') return 'DE / EU'
  if (kind === 'rings' && system === 'EU') return 'EU (mm)'
  if (kind === 'shoes' && system === 'EU') return 'EU / IT'
  return system
}

/** The name of a key's group: `Women’s shoes`. */
export function sizeGroupLabel(key: SizeKey): string {
  if (key === ONE_SIZE_KEY) return ONE_SIZE
  const { group = 'other' } = partsOf(key) ?? {}
  return CHARTS_BY_ID.get(group)?.label ?? OTHER_GROUPS[group] ?? termLabel('category', group)
}

/** The keys of a chart that a person can choose, from small to large: letters, then rows. */
export function chartKeys(chart: SizeChart): SizeKey[] {
  return [
    ...chart.letters.map((letter) => `${chart.id}-${letter.toLowerCase()}`),
    ...chart.rows.map(({ key }) => key),
  ]
}
