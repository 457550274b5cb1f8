import {
  LETTER_ORDER,
  letterIndex,
  partsOfSize,
  type SizePart,
  type Unit,
  type Value,
  valueWords,
} from './size-reading.facts.ts'
import {
  ONE_SIZE,
  ONE_SIZE_KEY,
  ringMillimetres,
  SIZE_CHARTS,
  type SizeChart,
  type SizeKey,
  type SizeRow,
  type SizeSystem,
} from './sizes.facts.ts'
import { VOCABULARY } from './vocabulary.facts.ts'

/** What determines the charts of a deal's sizes: only confirmed terms, never guesses. */
type Sized = { department: string | null; category: string | null }

/** The keys by which a deal with these sizes is found; every size from `readSizes` has at least one. */
export function keysOfSizes(sizes: readonly string[], sized: Sized): SizeKey[] {
  const scope = scopeOf(sized)
  const keys = new Set<SizeKey>()
  for (const size of sizes) {
    if (size === ONE_SIZE) keys.add(ONE_SIZE_KEY)
    for (const key of size === ONE_SIZE ? [] : keysOfSize(size, scope)) keys.add(key)
  }
  return [...keys]
}

function keysOfSize(size: string, scope: Scope): SizeKey[] {
  const parts = partsOfSize(size)
  const [waist, leg] = parts
  // `30/32` of trousers means `30x32`, a waist and a leg rather than two sizes.
  if (scope.isTrousers && waist && leg?.joiner === '/' && isPlain(waist) && isPlain(leg)) {
    return keysOfPart({ ...waist, leg: valueWords(leg.from) }, scope)
  }
  return parts.flatMap((part) => keysOfPart(part, scope))
}

function isPlain({ unit, from, to }: SizePart): boolean {
  return unit === undefined && to === undefined && 'number' in from
}

type Scope = {
  /** The key prefix of sizes that are in no chart. */
  group: string
  charts: SizeChart[]
  /** Whether it is for women and men: then only sizes that mean the same for both are compared. */
  isForBoth: boolean
  isTrousers: boolean
}

function scopeOf({ department, category }: Sized): Scope {
  const parent = VOCABULARY.category.find(({ value }) => value === category)?.parent ?? category
  const isTrousers = category === 'denim' || category === 'trousers'
  const alone = (group: string): Scope => {
    const charts = SIZE_CHARTS.filter(({ id }) => id === group)
    return { group, charts, isForBoth: false, isTrousers }
  }
  if (category === 'belts') return alone('belts')
  // Of jewellery only rings have size systems; the rest is in centimetres, or one size.
  if (category === 'jewellery') return { ...alone('rings'), group: 'other' }
  if (parent !== 'clothing' && parent !== 'shoes') return alone('other')
  if (department === 'kids') return alone(`k-${parent}`)
  if (department === 'women') return alone(`w-${parent}`)
  if (department === 'men') return alone(`m-${parent}`)
  const charts = SIZE_CHARTS.filter(({ kind }) => kind === parent)
  return { group: `u-${parent}`, charts, isForBoth: true, isTrousers }
}

function keysOfPart(part: SizePart, scope: Scope): SizeKey[] {
  const { from, to } = part
  if ('letter' in from) {
    const letters = to && 'letter' in to ? lettersBetween(from.letter, to.letter) : [from.letter]
    return letters.flatMap((letter) => keysOfLetter(letter, part.unit, scope))
  }
  const numbers =
    to && 'number' in to ? numbersBetween(from.number, to.number, part, scope) : [from]
  return numbers.flatMap((value) => keysOfNumber(value, part, scope))
}

function lettersBetween(from: string, to: string): string[] {
  return LETTER_ORDER.slice(letterIndex(from), letterIndex(to) + 1)
}

function keysOfLetter(letter: string, unit: Unit | undefined, { group, charts, isForBoth }: Scope) {
  const [chart] = charts
  if (chart?.kind === 'rings') {
    const row = chart.rows.find(({ sizes }) => sizes.UK === letter.replace('½', ''))
    const isRing = row && (unit === 'UK' || unit === 'AU')
    return [isRing ? row.key : ownKey('other', letter)]
  }
  if (isForBoth) {
    const both = charts.filter(({ letters }) => letters.includes(letter))
    return both.length > 0 ? both.map(({ id }) => ownKey(id, letter)) : [ownKey(group, letter)]
  }
  const covered = chart?.rows.filter((row) => row.letter === letter) ?? []
  return [ownKey(group, letter), ...covered.map(({ key }) => key)]
}

/** The sizes of a range: those in the chart, otherwise whole numbers, only even ones between even ends. */
function numbersBetween(
  from: number,
  to: number,
  { unit }: SizePart,
  { group, charts }: Scope,
): Value[] {
  const column = charts[0] && columnOf(charts[0], unit)
  const ofChart = charts[0]?.rows.map(({ sizes }) => Number(column && sizes[column])) ?? []
  const isEven = from % 2 === 0 && to % 2 === 0 && group.endsWith('clothing')
  const count = Math.floor((to - from) / (isEven ? 2 : 1)) + 1
  const plain = Array.from({ length: count }, (_, index) => from + index * (isEven ? 2 : 1))
  const between = ofChart.filter((number) => number >= from && number <= to)
  return [...new Set([from, ...(between.length > 0 ? between : plain), to])].map((number) => ({
    number,
    text: String(number),
    suffix: '',
  }))
}

function keysOfNumber(value: Value, part: SizePart, scope: Scope): SizeKey[] {
  if ('letter' in value) return []
  const { charts, group, isForBoth, isTrousers } = scope
  const suffix = 'suffix' in part.from ? part.from.suffix : ''
  const unit = part.unit === 'in' && isTrousers ? 'W' : part.unit
  const [letters = ''] = AGES.find(([, words]) => words.test(suffix)) ?? [suffix]
  const own = (id: string, leg = '') =>
    ownKey(id, `${unit?.toLowerCase() ?? 'n'}${value.text}${leg}${letters}`)
  if (unit === undefined) {
    const ids = isForBoth ? charts.map(({ id }) => id) : [group]
    // `32x34` has no unit: the waist is compared as a plain number, the leg is no size by itself.
    return ids.flatMap((id) => (part.leg === '' ? [own(id)] : [own(id, `x${part.leg}`), own(id)]))
  }
  // `40R` equals `40`; any other letter after a number makes it a different size.
  if (!['', 'R', ' regular'].includes(suffix) || unit === 'mm') return [own(group)]
  const isSameForBoth = unit === 'W' || columnOf(charts[0], unit) === 'EU'
  if (isForBoth && !isSameForBoth) return [own(group)]
  const rows = charts.flatMap((chart) => {
    const row = rowOf(chart, unit, value.number, value.text)
    return row ? [{ chart, row }] : []
  })
  if (rows.length === 0) return [own(group)]
  return rows.flatMap(({ chart, row }) => [
    row.key,
    ...(row.letter === undefined || isForBoth ? [] : [ownKey(chart.id, row.letter)]),
  ])
}

function columnOf(chart: SizeChart | undefined, unit: Unit | undefined): SizeSystem | undefined {
  if (!chart || unit === undefined || unit === 'mm') return
  return chart.columns.includes(unit) ? unit : chart.also[unit]
}

function rowOf(
  chart: SizeChart,
  unit: SizeSystem,
  number: number,
  text: string,
): SizeRow | undefined {
  const column = columnOf(chart, unit)
  if (column === undefined) return
  const exact = chart.rows.find(({ sizes }) => sizes[column] === text)
  if (exact) return exact
  // Lengths match the nearest row; counts must match exactly.
  if (chart.kind === 'shoes') return nearest(chart, column, number, 0.25)
  if (chart.kind === 'belts') return nearest(chart, column, number, column === 'in' ? 1 : 2.5)
  if (chart.kind !== 'rings') return
  if (column === 'US') return nearest(chart, 'US', number, 0.25)
  const millimetres = column === 'IT' ? number + 40 : number
  return nearest(chart, 'US', (millimetres - ringMillimetres(0)) / 2.55, 0.4)
}

function nearest(
  { rows }: SizeChart,
  column: SizeSystem,
  number: number,
  within: number,
): SizeRow | undefined {
  const distance = (row: SizeRow) => Math.abs(Number(row.sizes[column]) - number)
  const [first] = rows.toSorted((one, other) => distance(one) - distance(other))
  return first && distance(first) <= within ? first : undefined
}

/** Patterns of years and months. */
const AGES = [
  ['y', /^ (years?|yrs?|ans?)$/],
  ['mo', /^ (months?|mos?|mois)$/],
] as const

const LONGEST_OWN_KEY = 12

/** The key of a size without a row in a chart. */
function ownKey(group: string, size: string): SizeKey {
  const letters = size
    .toLowerCase()
    .replace('½', '.5')
    .replace(/[^a-z0-9.]/g, '')
  return `${group}-${letters.slice(0, LONGEST_OWN_KEY)}`
}
