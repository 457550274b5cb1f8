import { MOST_PICTURES } from '#app/deals/deals.facts.ts'
import {
  LONGEST_ALTERNATIVE,
  type PictureFocus,
  type PictureNote,
} from '#app/deals/editing/picture-notes.facts.ts'
import type { LifeState } from '#app/deals/life.facts.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import {
  type CellReading,
  readCarousel,
  readText,
  readYesNo,
} from '#app/deals/server/deal/cells.rules.ts'
import { readMoment, readOptionalMoment } from '#app/deals/server/deal/dates.rules.ts'
import { type DealValues, readDealValues } from '#app/deals/server/deal/fields.rules.ts'
import { timeFaults } from '#app/deals/server/deal/life.rules.ts'
import { rateFaults } from '#app/deals/server/rates/rates.rules.ts'
import { businessDay } from '#app/shared/dates.ts'

/** The submitted fields of a form. */
export type FormTexts = { has: (name: string) => boolean; texts: (name: string) => string[] }

/** Changes of a deal; a missing field stays as it is. */
export type DealPatch = Partial<DealValues> & {
  cardPictureId?: string | null
  /** The pictures besides the card's, in order. */
  pictureIds?: string[]
  /** Notes by picture id; those of other pictures stay as they are. */
  pictureNotes?: Record<string, PictureNote>
  showInSplash?: boolean
  carouselAssignment?: number
  /** Determines the deal's day in the feed. */
  publishedAt?: Date | null
  /** The version that the change is based on. */
  version?: number
  /** Id of the form for a new deal: the same link from the same form makes one deal (idempotency key). */
  formId?: string
  /** Address and day at which the person filling in the form saw these prices. */
  sighting?: { address: string; seenOn: string }
  /** The person who saw the prices. */
  seenBy?: string
  /** The source of the prices; defaults to the form. */
  source?: 'admin' | 'import'
}

/** Messages by field name, as sentences for people. */
export type FieldFaults = Record<string, string>

type FormOptions = {
  isNew: boolean
  /** Origins of our own pictures, as in addresses copied from a page. */
  pictureOrigins: string[]
  today: string
}

/** Parses a submitted form; when there are faults, the change is incomplete. */
export function readDealForm(
  form: FormTexts,
  { isNew, pictureOrigins, today }: FormOptions,
): { change: DealPatch; faults: FieldFaults } {
  const faults: FieldFaults = {}

  /** Undefined when the form lacks the field. */
  function textOf(name: string): CellReading<string> | undefined {
    if (!form.has(name)) return
    const [text = '', ...more] = form.texts(name)
    return more.length > 0 ? bad('is given more than once') : { ok: true, value: text }
  }

  function read<T>(name: string, noun: string, reader: (text: string) => CellReading<T>) {
    const text = textOf(name)
    const reading = text?.ok ? reader(text.value) : text
    if (reading && !reading.ok) faults[name] = `${noun} ${reading.reason}.`
    return reading?.ok ? reading : undefined
  }

  const values = readDealValues(textOf, (name, { reason }, noun) => {
    faults[name] = `${noun} ${reason}.`
  })
  const picture = (text: string) => readPicture(text, pictureOrigins)
  const card = read('dealCardImageUrl', 'The card picture', picture)
  const version = read('version', 'The version', readVersion)
  const formId = isNew ? read('formId', 'The id of the form', readFormId) : undefined

  const isBlank = form.texts('buyUrl').every((text) => text.trim() === '')
  if (isBlank && (isNew || form.has('buyUrl'))) faults.buyUrl = 'Buy URL is required'
  const pictureIds = form.has('imageKeys')
    ? readPictures(form.texts('imageKeys'), pictureOrigins)
    : undefined
  if (pictureIds?.ok === false) faults.imageKeys = `The pictures: one of them ${pictureIds.reason}.`

  const notes = read('pictureNotes', 'What is said of the pictures', readNotes)

  const splash = read('showInSplash', 'The splash', readYesNo)
  const carousel = read('carouselAssignment', 'The carousel', readCarousel)
  const publishedAt = read('publishedAt', 'The moment of publishing', readOptionalMoment)

  const address = read('priceAddress', 'The address of the price', readAddress)
  const seenOn = read('priceSeenOn', 'The day of the price', (text) => readSeenDay(text, today))
  if (address?.value && !seenOn?.value && faults.priceSeenOn === undefined) {
    faults.priceSeenOn = 'The day is needed: on which the price was seen there.'
  }
  if (seenOn?.value && !address?.value && faults.priceAddress === undefined) {
    faults.priceAddress = 'The address is needed: where the price was seen.'
  }

  const change: DealPatch = {
    ...values,
    ...(card && { cardPictureId: card.value }),
    ...(pictureIds?.ok && { pictureIds: pictureIds.value }),
    ...(splash && { showInSplash: splash.value }),
    ...(carousel && { carouselAssignment: carousel.value }),
    ...(publishedAt && { publishedAt: publishedAt.value }),
    ...(notes && { pictureNotes: notes.value }),
    ...(version?.value !== undefined && { version: version.value }),
    ...(formId && { formId: formId.value }),
    ...(address?.value &&
      seenOn?.value && { sighting: { address: address.value, seenOn: seenOn.value } }),
  }
  return { change, faults: { ...priceFaults(change), ...faults } }
}

/** An empty version skips the check for concurrent changes. */
function readVersion(text: string): CellReading<number | undefined> {
  if (text.trim() === '') return { ok: true, value: undefined }
  return /^\d{1,9}$/.test(text.trim()) ? { ok: true, value: Number(text) } : bad('is not a number')
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function readFormId(text: string): CellReading<string> {
  return UUID.test(text) ? { ok: true, value: text } : bad('is not a UUID')
}

/** Any public web page; empty when nobody saw the price there. */
function readAddress(text: string): CellReading<string> {
  if (text.trim() === '') return { ok: true, value: '' }
  const parsed = parseBuyUrl(text)
  return parsed.ok ? { ok: true, value: parsed.url } : parsed
}

function readSeenDay(text: string, today: string): CellReading<string> {
  if (text.trim() === '') return { ok: true, value: '' }
  const reading = readMoment(text)
  if (!reading.ok) return reading
  const day = reading.value && businessDay(reading.value)
  if (day === undefined) return bad('is not a day')
  return day > today ? bad('is in the future') : { ok: true, value: day }
}

const PICTURE = /^\/?(?:ndc-images\/)?([0-9a-f]{32})(?:\.jpg|-(?:320|640|960)\.(?:avif|webp))?$/

/** The id of a stored picture, from any of its addresses; null for an empty text. */
function readPicture(text: string, origins: string[]): CellReading<string | null> {
  const written = text.trim()
  if (written === '') return { ok: true, value: null }
  const origin = origins.find((each) => written.startsWith(`${each}/`)) ?? ''
  const id = PICTURE.exec(written.slice(origin.length))?.[1]
  return id === undefined ? bad('is not one of our own pictures') : { ok: true, value: id }
}

function readPictures(texts: string[], origins: string[]): CellReading<string[]> {
  const ids: string[] = []
  for (const text of texts) {
    const picture = readPicture(text, origins)
    if (!picture.ok) return picture
    if (picture.value !== null && !ids.includes(picture.value)) ids.push(picture.value)
  }
  return { ok: true, value: ids }
}

/** Parses JSON such as `{"<key>": {"alternative": "...", "focus": [500, 300], "isKept": true}}`. */
function readNotes(text: string): CellReading<Record<string, PictureNote>> {
  const notes: Record<string, PictureNote> = {}
  if (text.trim() === '') return { ok: true, value: notes }
  const given = parseJson(text)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return bad('is not JSON')
  for (const [key, value] of Object.entries(given).slice(0, MOST_PICTURES + 1)) {
    const picture = readPicture(key, [])
    if (!picture.ok || picture.value === null) return bad('names what is not one of our pictures')
    const note = Object(value) as Record<string, unknown>
    const { alternative = '', focus = null, isKept = false } = note
    const said = readText(typeof alternative === 'string' ? alternative : null, LONGEST_ALTERNATIVE)
    if (typeof alternative !== 'string') return bad('has an alternative text that is none')
    if (!said.ok) return bad(`has an alternative text that ${said.reason}`)
    if (focus !== null && !isFocus(focus)) return bad('has a focal point outside of its picture')
    notes[picture.value] = { alternative: said.value, focus, isKept: isKept === true }
  }
  if (Object.keys(notes).length > MOST_PICTURES) return bad('is of more pictures than a deal has')
  return { ok: true, value: notes }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFocus(focus: unknown): focus is PictureFocus {
  const isPerMille = (at: unknown) => Number.isInteger(at) && Number(at) >= 0 && Number(at) <= 1000
  return Array.isArray(focus) && focus.length === 2 && focus.every(isPerMille)
}

type Prices = { originalPriceCents?: number | null; salePriceCents?: number | null }

export function priceFaults({ originalPriceCents = null, salePriceCents = null }: Prices) {
  const faults: FieldFaults = {}
  if (originalPriceCents !== null && salePriceCents !== null && salePriceCents > originalPriceCents)
    faults.salePrice = 'The sale price is above the original price.'
  return faults
}

type Publishing = { wanted: LifeState; before: Date | null; now: Date }

/** Validates a publication time that was entered: only published deals have one, and it is not in the future. */
export function publishedAtFaults(
  publishedAt: Date | null | undefined,
  { wanted, before, now }: Publishing,
): FieldFaults {
  if (publishedAt === undefined || publishedAt?.getTime() === before?.getTime()) return {}
  if (wanted === 'draft' || wanted === 'scheduled') {
    if (publishedAt === null) return {}
    return { publishedAt: 'It is not out: the moment follows when it is published.' }
  }
  if (publishedAt === null) return { publishedAt: 'What is out was published at some moment.' }
  return publishedAt > now ? { publishedAt: 'The moment of publishing is in the future.' } : {}
}

type Named = { brandName: string; productName: string }
export type Publishable = Named & Parameters<typeof rateFaults>[0]

/** What prevents a deal from being published; empty when nothing does. */
export function publishingFaults(deal: Publishable): FieldFaults {
  return { ...nameFaults(deal), ...rateFaults(deal) }
}

export function nameFaults(deal: Named): FieldFaults {
  const faults: FieldFaults = {}
  if (deal.brandName === '') faults.brandName = 'A brand is needed before it can be published.'
  if (deal.productName === '')
    faults.productName = 'A product name is needed before it can be published.'
  return faults
}

type GoingOut = Parameters<typeof publishingFaults>[0] & Parameters<typeof timeFaults>[1]['before']

/** The same including its times, for a stored deal. */
export function goingOutFaults(deal: GoingOut, now: Date): FieldFaults {
  return {
    ...publishingFaults(deal),
    ...timeFaults(deal, { before: deal, wanted: 'live', now }),
  }
}

function bad(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
