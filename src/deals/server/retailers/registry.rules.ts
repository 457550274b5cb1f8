import { parsePrice } from '#app/deals/prices/price-reading.facts.ts'
import type { ChangeRetailer, Delivery } from '#app/deals/registry.contract.ts'
import { DUTIES, LONGEST_RETURN_DAYS, MOST_COUNTRIES } from '#app/deals/registry.facts.ts'
import { isCalendarDay } from '#app/shared/dates.ts'
import { centsToDollars } from '#app/shared/money.ts'
import { parameterFault, templateFault } from './outbound.rules.ts'

/** The columns of a registry. */
export type RegistryColumns = {
  linkTemplate: string | null
  network: string | null
  subIdParameter: string | null
  commission: number | null
  isNeverChecked: boolean
  shipsTo: string[]
  deliveryCents: number | null
  freeDeliveryFromCents: number | null
  duties: string | null
  returnDays: number | null
  termsDay: string | null
}

type Reading = { change: Partial<RegistryColumns>; faults: Record<string, string> }
type Text = Exclude<keyof ChangeRetailer, 'version' | 'isNeverChecked'>

/** Parses the typed fields; `faults` holds messages by field. `today` is the business day. */
export function readRegistry(typed: ChangeRetailer, today: string): Reading {
  const faults: Record<string, string> = {}
  const read = <T>(name: Text, as: (text: string) => T | Fault): T | null | undefined => {
    const text = typed[name]?.trim()
    if (text === undefined) return undefined
    if (text === '') return null
    const value = as(text)
    if (!(value instanceof Fault)) return value
    faults[name] = `${LABELS[name]} ${value.words}.`
    return undefined
  }
  const change = {
    linkTemplate: read('linkTemplate', (text) => asGood(text, templateFault)),
    network: read('network', asPlain),
    subIdParameter: read('subIdParameter', (text) => asGood(text, parameterFault)),
    commission: read('commission', asPercent),
    isNeverChecked: typed.isNeverChecked,
    shipsTo: read('shipsTo', asCountries),
    deliveryCents: read('cost', asCents),
    freeDeliveryFromCents: read('freeFrom', asCents),
    duties: read('duties', (text) => text),
    returnDays: read('returnDays', asDays),
    termsDay: read('asOf', (text) => asDayUpTo(text, today)),
  }
  const said = Object.entries({
    ...change,
    ...(change.shipsTo === null ? { shipsTo: [] } : {}),
  }).filter(([, value]) => value !== undefined)
  return { change: Object.fromEntries(said), faults }
}

const TERMS = ['shipsTo', 'deliveryCents', 'freeDeliveryFromCents', 'duties', 'returnDays'] as const

/** Sets the day of changed terms to today, unless another day was entered. */
export function withTermsDay(
  before: RegistryColumns,
  after: RegistryColumns,
  today: string,
): RegistryColumns {
  const isOther = TERMS.some((name) => String(before[name]) !== String(after[name]))
  if (!isOther || (after.termsDay !== null && after.termsDay !== before.termsDay)) return after
  return { ...after, termsDay: today }
}

/** As shown to people and in the audit log. */
export function deliveryOf(row: RegistryColumns): Delivery {
  return {
    shipsTo: row.shipsTo,
    cost: centsToDollars(row.deliveryCents),
    freeFrom: centsToDollars(row.freeDeliveryFromCents),
    duties: DUTIES.find((duties) => duties === row.duties) ?? null,
    returnDays: row.returnDays,
    asOf: row.termsDay,
  }
}

const LABELS: Record<Text, string> = {
  linkTemplate: 'The link',
  network: 'The network',
  subIdParameter: 'The parameter',
  commission: 'The commission',
  shipsTo: 'The list of countries',
  cost: 'The delivery cost',
  freeFrom: 'The sum from which delivery is free',
  duties: 'What is said of duties',
  returnDays: 'The number of days',
  asOf: 'The day',
}

class Fault {
  readonly words: string
  constructor(words: string) {
    this.words = words
  }
}

function asGood(text: string, faultOf: (text: string) => string | undefined) {
  const words = faultOf(text)
  return words === undefined ? text : new Fault(words)
}

function asPlain(text: string) {
  return /[\p{Cc}\p{Cf}]/u.test(text) || !text.isWellFormed()
    ? new Fault('contains an invisible character')
    : text.normalize('NFC')
}

/** Hundredths of a percent. */
function asPercent(text: string) {
  const amount = text.replace(/\s*%$/, '').replace(',', '.')
  const isNumber = /^\d{1,3}(\.\d{1,2})?$/.test(amount)
  return isNumber && Number(amount) <= 100
    ? Math.round(Number(amount) * 100)
    : new Fault('must be a percentage from 0 to 100, with two decimals at most')
}

function asCents(text: string) {
  const price = parsePrice(text)
  return 'cents' in price && price.cents !== null
    ? price.cents
    : new Fault('must be an amount in US dollars, such as 12.50; 0 for nothing')
}

function asDays(text: string) {
  return /^\d{1,3}$/.test(text) && Number(text) <= LONGEST_RETURN_DAYS
    ? Number(text)
    : new Fault(`must be a whole number from 0 to ${LONGEST_RETURN_DAYS}`)
}

function asDayUpTo(text: string, today: string) {
  const isDay = text.startsWith('20') && isCalendarDay(text)
  if (!isDay) return new Fault('must be one such as 2026-11-21')
  return text <= today ? text : new Fault('is still to come')
}

function asCountries(text: string) {
  const words = text.split(/[,;\n]/).map((word) => word.trim())
  const codes = new Set<string>()
  for (const word of words.filter(Boolean)) {
    const code = countries().get(word.toLowerCase())
    if (code === undefined) {
      const named = word.length > 40 ? `${word.slice(0, 40).toWellFormed()}…` : word
      return new Fault(`names no country with “${named}”: two letters each, such as CA, US`)
    }
    codes.add(code)
  }
  return codes.size > MOST_COUNTRIES ? new Fault('is too long') : [...codes].toSorted()
}

let known: Map<string, string> | undefined

/** Maps two-letter codes and English names, in lower case, to two-letter codes. */
function countries(): Map<string, string> {
  if (known) return known
  known = new Map()
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    if (name === undefined || NO_COUNTRIES.has(code)) continue
    known.set(code.toLowerCase(), code)
    known.set(name.toLowerCase(), code)
  }
  for (const [word, code] of [
    ['uk', 'GB'],
    ['usa', 'US'],
  ] as const) {
    known.set(word, code)
  }
  return known
}

/** Codes of groups of countries, for tests, and for an unknown region. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'UK', 'QO', 'XA', 'XB', 'ZZ'])
