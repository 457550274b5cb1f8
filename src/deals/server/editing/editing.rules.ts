import type { CellReading } from '#app/deals/server/deal/cells.rules.ts'
import { type DealValues, readDealValues } from '#app/deals/server/deal/fields.rules.ts'
import { timeFaults } from '#app/deals/server/deal/life.rules.ts'

/** What a form holds, by the names of its fields. */
export type FormTexts = { has: (name: string) => boolean; texts: (name: string) => string[] }

/** What a deal is to be; whatever is not there stays as it is. */
export type DealPatch = Partial<DealValues> & {
  cardPictureId?: string | null
  /** The further pictures in order. */
  pictureIds?: string[]
  /** The version on which the change was made. */
  version?: number
}

/** What is wrong, by the name of the field, in sentences for people. */
export type FieldFaults = Record<string, string>

type FormOptions = {
  isNew: boolean
  /** Under which our own pictures may have been copied from a page. */
  pictureOrigins: string[]
}

/** Reads what a person typed; with faults the change is incomplete. */
export function readDealForm(
  form: FormTexts,
  { isNew, pictureOrigins }: FormOptions,
): { change: DealPatch; faults: FieldFaults } {
  const faults: FieldFaults = {}

  /** Undefined when the field is not there. */
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

  const isBlank = form.texts('buyUrl').every((text) => text.trim() === '')
  if (isBlank && (isNew || form.has('buyUrl'))) faults.buyUrl = 'Buy URL is required'
  const pictureIds = form.has('imageKeys')
    ? readPictures(form.texts('imageKeys'), pictureOrigins)
    : undefined
  if (pictureIds?.ok === false) faults.imageKeys = `The pictures: one of them ${pictureIds.reason}.`

  const change: DealPatch = {
    ...values,
    ...(card && { cardPictureId: card.value }),
    ...(pictureIds?.ok && { pictureIds: pictureIds.value }),
    ...(version?.value !== undefined && { version: version.value }),
  }
  return { change, faults: { ...priceFaults(change), ...faults } }
}

/** Nothing means that nobody asks on which version the change was made. */
function readVersion(text: string): CellReading<number | undefined> {
  if (text.trim() === '') return { ok: true, value: undefined }
  return /^\d{1,9}$/.test(text.trim()) ? { ok: true, value: Number(text) } : bad('is not a number')
}

const PICTURE = /^\/?(?:ndc-images\/)?([0-9a-f]{32})(?:\.jpg|-(?:320|640|960)\.(?:avif|webp))?$/

/** The id of a stored picture, from any of the addresses it has; null for none. */
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

type Prices = { originalPriceCents?: number | null; salePriceCents?: number | null }

export function priceFaults({ originalPriceCents = null, salePriceCents = null }: Prices) {
  const faults: FieldFaults = {}
  if (originalPriceCents !== null && salePriceCents !== null && salePriceCents > originalPriceCents)
    faults.salePrice = 'The sale price is above the original price.'
  return faults
}

/** What keeps a deal from being published; nothing when it may be. */
export function publishingFaults(deal: { brandName: string; productName: string }): FieldFaults {
  const faults: FieldFaults = {}
  if (deal.brandName === '') faults.brandName = 'A brand is needed before it can be published.'
  if (deal.productName === '')
    faults.productName = 'A product name is needed before it can be published.'
  return faults
}

type GoingOut = Parameters<typeof publishingFaults>[0] & Parameters<typeof timeFaults>[1]['before']

/** The same with its times, of a deal that is as it is stored. */
export function goingOutFaults(deal: GoingOut, now: Date): FieldFaults {
  return {
    ...publishingFaults(deal),
    ...timeFaults(deal, { before: deal, wanted: 'live', now }),
  }
}

function bad(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
