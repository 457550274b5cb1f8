import { inSystem, ONE_SIZE, type SizeSystem } from './sizes.facts.ts'

/** The recognized sizes as the retailer writes them, and the items that are no known size. */
type SizesRead = { sizes: string[]; unread: string[] }

export type Unit = SizeSystem | 'mm'
/** A letter, or a number with its suffix, as in `40R`. */
export type Value = { letter: string } | { number: number; text: string; suffix: string }
export type SizePart = {
  unit: Unit | undefined
  isUnitBehind: boolean
  from: Value
  to: Value | undefined
  /** Inside leg of jeans. */
  leg: string
  /** What precedes it: nothing at the start, a space, a bracket, or a slash with or without spaces. */
  joiner: '' | ' ' | '(' | '/' | ' / ' | 'x'
}

const ONE_SIZES = new Set(
  `one size, onesize, one size only, os, o/s, o.s., one, 1 size, one size fits all, one size fits most, osfa, free size, freesize, uni, unisize,
  unique, u, tu, t.u., t.u, taille unique, taglia unica, talla unica, einheitsgrosse, universal`
    .split(',')
    .map((each) => each.trim()),
)

const UNITS: Record<string, Unit> = {
  ...units('US', 'us usa american'),
  ...units('IT', 'it ita italy italian italia'),
  ...units('FR', 'fr fra france french'),
  ...units('UK', 'uk gb british'),
  ...units('DE', 'de ger germany german'),
  ...units('EU', 'eu eur euro europe european'),
  ...units('JP', 'jp jpn jap japan'),
  ...units('AU', 'au aus australia'),
  ...units('cm', 'cm'),
  ...units('mm', 'mm'),
  ...units('in', 'in inch inches'),
}

function units(unit: Unit, words: string): Record<string, Unit> {
  return Object.fromEntries(words.split(' ').map((word) => [word, unit]))
}

/** On labels a single letter before a number is a system; after one it is a cup, as in `34D`. */
const UNITS_BEFORE: Record<string, Unit> = { ...UNITS, i: 'IT', f: 'FR', d: 'DE' }

const LETTERS: Record<string, string> = {
  small: 'S',
  medium: 'M',
  large: 'L',
  '3xs': 'XXXS',
  '2xs': 'XXS',
  '2xl': 'XXL',
  xxxl: '3XL',
  xxxxl: '4XL',
}
/** From small to large, to expand ranges of letters. */
export const LETTER_ORDER = [
  'XXXS',
  'XXS',
  'XS',
  'S',
  'M',
  'L',
  'XL',
  'XXL',
  '3XL',
  '4XL',
  '5XL',
  '6XL',
]

const LETTER =
  /((?:extra|x{1,3})[ -]?(?:small|large)|small|medium|large|[1-6]x[ls]?|x{1,4}[sl]|[sml])(?![\p{L}\p{N}])/iuy
const UNIT = new RegExp(`(${Object.keys(UNITS).join('|')})\\b\\.?(?![\\p{L}])|(["”″])`, 'iuy')
const UNIT_BEFORE = new RegExp(
  `(${Object.keys(UNITS_BEFORE).join('|')})(?=[\\s\\d:.-])[\\s:.-]*`,
  'iuy',
)
const IN_BRACKETS = new RegExp(`[([]\\s*(${Object.keys(UNITS).join('|')})\\s*[)\\]]`, 'giu')
const WAIST = /w\s?(?=\d)/iy
const LEG = /\s*[/x]?\s*l\s?(\d{2})(?!\d)/iy
const NUMBER = /(\d{1,3}(?:\.\d{1,2})?)(?:\s?(1\/2|1\/3|2\/3)(?!\d))?/y
const SUFFIX =
  /(?:\s*(years?|yrs?|ans?|months?|mos?|mois|petite|tall|plus|short|long|regular|wide|narrow)|([a-k]{1,3}|[lmnprstwy]|ww))(?!\p{L})/iuy
const RANGE = /\s*(?:-|\bto\b|\bà\b|\bbis\b)\s*/iuy
const JOINER = /\s*[([=]\s*|\s+\/\s+|\/|\s*[&+]\s*|\s*\b(?:and|et|or|ou)\b\s*|\s*[)\]]\s*|\s+/iuy
/** Placeholders for an empty value. */
const NOTHING = /^(?:-+|n\/?a|none|tbc|\?+)$/i
const LEAD =
  /^(?:available\s+)?(?:in\s+)?(?:(?:sizes?|tailles?|taglie?|größen?)\b\.?\s*:?|t\.?(?=\s?\d))\s*/iu

/** Parses a list: `IT 38, 40, 42` are three Italian sizes, `36-38` is one that covers both. */
export function readSizes(text: string): SizesRead {
  const sizes = new Set<string>()
  const unread: string[] = []
  const lists = tidy(text)
    .split(/[,;|\n]/)
    .map((item) => (isOneSize(item.trim()) ? item : item.replace(LEAD, '')).trim())
    .filter((item) => item !== '' && !NOTHING.test(item))
    .map((item) => ({ item, said: isOneSize(item) ? undefined : readItem(item) }))
  carryUnits(lists.map(({ said }) => said?.flat() ?? []))
  for (const { item, said } of lists) {
    if (isOneSize(item)) sizes.add(ONE_SIZE)
    else if (!said?.every(isSaidAgain)) unread.push(item)
    else for (const parts of said) sizes.add(wordsOf(parts))
  }
  return { sizes: [...sizes], unread }
}

/** Whether the normalized text is parsed to the same again; otherwise it is no size. */
function isSaidAgain(parts: SizePart[]): boolean {
  const words = wordsOf(parts)
  const again = readItem(tidy(words))
  carryUnits([again?.flat() ?? []])
  return again?.length === 1 && again[0] !== undefined && wordsOf(again[0]) === words
}

function tidy(text: string): string {
  return (
    text
      .replace(/(\d)\s?½/g, '$1.5')
      .replace(/(\p{L})\s?½/gu, '$1.5')
      .replace(/(\d)\s?⅓/g, '$1 1/3')
      .replace(/(\d)\s?⅔/g, '$1 2/3')
      .normalize('NFKC')
      .replace(/[‐-―−]/g, '-')
      // `40 (IT)`.
      .replace(IN_BRACKETS, ' $1')
      // A French decimal comma.
      .replace(/(\d{2}),5(?!\d)/g, '$1.5')
      .replace(/\b(\d{2})\s?w\s*[x/]?\s*(\d{2})\s?l\b/gi, 'W$1 L$2')
  )
}

function isOneSize(item: string): boolean {
  return ONE_SIZES.has(item.toLowerCase().replace(/[-_\s]+/g, ' '))
}

/** Parses one item of a list: usually one size, sometimes in two systems, or several separated by spaces. */
function readItem(item: string): SizePart[][] | undefined {
  const parts = readParts(item)
  if (!parts) return
  const said: SizePart[][] = []
  for (const part of parts) {
    const before = said.at(-1)
    if (before && isSameSize(before, part, parts.length)) before.push(part)
    else said.push([part])
  }
  return said
}

/** Whether a part repeats the size in another system, as in `IT 40 (US 4)`, or ends it, as in `S/M`. */
function isSameSize(before: SizePart[], part: SizePart, count: number): boolean {
  if (part.joiner === '(') return true
  const unit = before[0]?.unit
  if (unit !== undefined && part.unit !== undefined && unit !== part.unit) return true
  return part.joiner === '/' && count === 2 && part.unit === undefined
}

function readParts(item: string): SizePart[] | undefined {
  const parts: SizePart[] = []
  let at = 0

  function take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = at
    const match = pattern.exec(item)
    if (match) at = pattern.lastIndex
    return match ?? undefined
  }

  function readValue(unit: Unit | undefined): Value | undefined {
    if (unit === 'UK' || unit === 'AU') {
      // British ring sizes are letters.
      const ring = take(/([a-z])(\.5|\s?1\/2)?(?![\p{L}\p{N}])/iuy)
      if (ring) return { letter: `${ring[1]?.toUpperCase()}${ring[2] ? '½' : ''}` }
    }
    const letter = take(LETTER)?.[1]
    if (letter !== undefined) return { letter: letterWord(letter) }
    const [, digits, fraction] = take(NUMBER) ?? []
    if (digits === undefined) return
    const ofFraction = { '1/2': 0.5, '1/3': 1 / 3, '2/3': 2 / 3 }[fraction ?? ''] ?? 0
    const number = Number(digits) + ofFraction
    const isThirds = ofFraction % 0.5 !== 0
    const plain = /^0+$/.test(digits) ? digits : String(number)
    return { number, text: isThirds ? `${Number(digits)} ${fraction}` : plain, suffix: '' }
  }

  function readUnitBehind(): Unit | undefined {
    const start = at
    take(/\s*/y)
    const match = take(UNIT)
    if (!match) at = start
    return match && (match[2] === undefined ? UNITS[(match[1] ?? '').toLowerCase()] : 'in')
  }

  /** Reads letters after a number, which make it another size. */
  function readSuffix(value: Value): void {
    if ('letter' in value) return
    const [, word, letters] = take(SUFFIX) ?? []
    value.suffix = word === undefined ? (letters ?? '').toUpperCase() : ` ${word.toLowerCase()}`
  }

  for (let joiner: SizePart['joiner'] = ''; ; ) {
    take(/(?:int|intl|international)\b[\s:.]*/iy)
    const word = take(UNIT_BEFORE)?.[1]
    const ahead: Unit | undefined =
      word === undefined ? take(WAIST) && 'W' : UNITS_BEFORE[word.toLowerCase()]
    take(/size\s*/iy)
    const from = readValue(ahead)
    if (!from) return
    let behind = ahead === undefined ? readUnitBehind() : undefined
    if (behind === undefined) readSuffix(from)
    let to: Value | undefined
    const beforeRange = at
    if (take(RANGE)) {
      take(UNIT_BEFORE)
      to = readValue(ahead)
      if (!to) at = beforeRange
      else if (ahead === undefined) {
        const again = readUnitBehind()
        behind ??= again
      }
      if (to && behind === undefined) {
        readSuffix(to)
        if ('number' in from && 'number' in to && from.suffix === '') from.suffix = to.suffix
      }
      if (to && !isRange(from, to)) return
    }
    const leg = take(LEG)?.[1] ?? ''
    const unit = ahead ?? behind
    parts.push({ unit, isUnitBehind: ahead === undefined, from, to, leg, joiner })
    if (at >= item.length) return parts
    // `32x34`: a waist and a leg.
    const isByLeg = unit === undefined && take(/\s?x\s?(?=\d{2}$)/iy) !== undefined
    const sign = isByLeg ? 'x' : take(JOINER)?.[0]
    if (sign === undefined) return
    if (at >= item.length) return parts
    if (isByLeg) joiner = 'x'
    else if (/[([=]/.test(sign)) joiner = '('
    else if (sign === '/') joiner = '/'
    else joiner = sign.includes('/') ? ' / ' : ' '
    if (joiner === 'x') {
      const part = parts.at(-1)
      const leg = readValue(undefined)
      if (!part || !leg || 'letter' in leg) return
      part.leg = leg.text
      return parts
    }
  }
}

/** Converts `X-Large` to XL. */
function letterWord(written: string): string {
  const word = written.toLowerCase()
  const [, extra, end] = /^(extra|x+)[ -]?(small|large)$/.exec(word) ?? []
  const letters = extra && end ? `${extra === 'extra' ? 'x' : extra}${end.charAt(0)}` : word
  return LETTERS[letters] ?? letters.toUpperCase()
}

const LONGEST_RANGE = 30

function isRange(from: Value, to: Value): boolean {
  if ('letter' in from || 'letter' in to) {
    return 'letter' in from && 'letter' in to && letterIndex(from.letter) <= letterIndex(to.letter)
  }
  return from.number <= to.number && to.number - from.number <= LONGEST_RANGE
}

export function letterIndex(letter: string): number {
  return LETTER_ORDER.indexOf(letter)
}

/** Gives numbers without a system that of the one before, or that of the list's end when it stands for all. */
function carryUnits(items: SizePart[][]): void {
  let carried: Unit | undefined
  for (const parts of items) {
    for (const [index, part] of parts.entries()) {
      if ('letter' in part.from) continue
      if (part.joiner !== '(') part.unit ??= carried
      carried = part.unit
      const before = part.joiner === '/' ? parts[index - 1]?.from : undefined
      // `2/3 years`.
      if (before && 'number' in before && before.suffix === '') before.suffix = part.from.suffix
    }
    // After `IT 40 / US 4` the next number has no system.
    if (new Set(parts.map(({ unit }) => unit)).size > 1) carried = undefined
  }
  const all = items.flat().filter(({ from }) => 'number' in from)
  const [first] = all.filter(({ unit }) => unit !== undefined)
  if (!first?.isUnitBehind) return
  for (const part of all) part.unit ??= first.unit
}

function wordsOf(parts: SizePart[]): string {
  return parts
    .map((part, index) => {
      const words = partWords(part)
      if (index === 0) return words
      if (part.joiner === '(') return ` (${words})`
      return part.unit === parts[0]?.unit ? `/${valueWords(part.from)}` : ` / ${words}`
    })
    .join('')
}

function partWords({ unit, from, to, leg }: SizePart): string {
  const value = valueWords(from)
  const isSuffixOfBoth = to && 'suffix' in to && 'suffix' in from && to.suffix === from.suffix
  const range = to
    ? `${isSuffixOfBoth && 'text' in from ? from.text : value}-${valueWords(to)}`
    : value
  const said = unit === undefined ? range : unit === 'mm' ? `${range} mm` : inSystem(unit, range)
  if (leg === '') return said
  return unit === 'W' ? `${said} L${leg}` : `${said}x${leg}`
}

export function valueWords(value: Value): string {
  return 'letter' in value ? value.letter : value.text + value.suffix
}

/** Parses one stored size. */
export function partsOfSize(size: string): SizePart[] {
  const parts = readItem(tidy(size))?.flat() ?? []
  carryUnits([parts])
  return parts
}
