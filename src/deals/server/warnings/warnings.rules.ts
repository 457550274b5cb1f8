import { warningWords } from '#app/deals/editing/warning-words.facts.ts'
import {
  FAR_PERCENT,
  FEWEST_OF_A_RETAILER,
  LEAST_OFF_PERCENT,
  MOST_OFF_PERCENT,
  SHARE_OF_A_DAY,
  type Warning,
  type WarningKind,
} from '#app/deals/editing/warnings.facts.ts'
import { dealName, foldName } from '#app/shared/names.ts'

/** A deal about to go out: stored, or still a row of a sheet. */
export type Outgoing = {
  dealId: string | null
  row: number | null
  brandName: string
  productName: string
  retailerName: string
  gtin: string | null
  styleNumber: string | null
  /** The was-price in use; null when none is claimed. */
  wasCents: number | null
  salePriceCents: number | null
  hasPicture: boolean
  /** The business day on which it goes out. */
  day: string
}

export type OtherDeal = {
  brandName: string
  productName: string
  retailerName: string
  /** Null when it was never published. */
  day: string | null
  salePriceCents: number | null
}

/** What the database knows about one of them. */
export type KnownOf = {
  isKnownBrand: boolean
  nearBrand: string | undefined
  elsewhere: OtherDeal | undefined
  lately: OtherDeal | undefined
  lastCents: number | null
}

/** A retailer's number of deals on a day, without those about to go out. */
export type RetailerShare = { day: string; retailerName: string; deals: number }

/** All warnings about these deals, in their order. */
export function warningsOf(
  outgoing: readonly Outgoing[],
  knownOf: (deal: Outgoing) => KnownOf,
  counts: readonly RetailerShare[],
): Warning[] {
  const firstRow = new Map<string, Outgoing>()
  const shareOf = sharesOf(outgoing, counts)
  return outgoing.flatMap((deal) => {
    const known = knownOf(deal)
    const said: Array<[WarningKind, string] | undefined> = [
      deal.hasPicture ? undefined : ['no-picture', warningWords.noPicture()],
      offWarning(deal),
      deal.salePriceCents === 0 ? ['nought', warningWords.nought()] : undefined,
      brandWarning(deal, known),
      known.elsewhere && ['same-elsewhere', warningWords.elsewhere(known.elsewhere)],
      known.lately && ['same-lately', warningWords.lately(known.lately)],
      sameRowWarning(deal, firstRow),
      farWarning(deal, known),
      shareOf(deal),
    ]
    const { dealId, row } = deal
    const name = dealName(deal)
    return said.flatMap((each) =>
      each ? [{ kind: each[0], dealId, row, name, words: each[1] }] : [],
    )
  })
}

function offWarning({ wasCents, salePriceCents }: Outgoing): [WarningKind, string] | undefined {
  if (wasCents === null || salePriceCents === null || wasCents <= 0) return
  const off = ((wasCents - salePriceCents) / wasCents) * 100
  const words = () => warningWords.off(Math.floor(off), salePriceCents, wasCents)
  if (off > MOST_OFF_PERCENT) return ['far-off', words()]
  return off < LEAST_OFF_PERCENT ? ['little-off', words()] : undefined
}

function brandWarning({ brandName }: Outgoing, known: KnownOf): [WarningKind, string] | undefined {
  if (known.isKnownBrand || brandName === '') return
  if (known.nearBrand === undefined) return ['new-brand', warningWords.newBrand(brandName)]
  return ['nearly-known-brand', warningWords.nearlyKnown(brandName, known.nearBrand)]
}

function farWarning(
  { salePriceCents: now }: Outgoing,
  { lastCents: last }: KnownOf,
): [WarningKind, string] | undefined {
  if (now === null || now === 0 || last === null || last === 0) return
  const percent = Math.round((Math.abs(now - last) / last) * 100)
  return percent > FAR_PERCENT ? ['price-far', warningWords.far(now, last, percent)] : undefined
}

/** Warns about the same piece twice in a sheet, under different links. */
function sameRowWarning(
  deal: Outgoing,
  firstRow: Map<string, Outgoing>,
): [WarningKind, string] | undefined {
  const keys = pieceKeys(deal)
  const earlier = keys.map((key) => firstRow.get(key)).find((each) => each !== undefined)
  for (const key of keys) if (!firstRow.has(key)) firstRow.set(key, deal)
  if (!earlier) return
  const words =
    earlier.row === null
      ? warningWords.lately({ ...earlier, day: null })
      : warningWords.sameRow(earlier.row)
  const isElsewhere = earlier.retailerName !== deal.retailerName
  return [isElsewhere ? 'same-elsewhere' : 'same-lately', words]
}

/** Keys that identify a piece; one match is enough. */
function pieceKeys({ brandName, productName, gtin, styleNumber }: Outgoing): string[] {
  const brand = foldName(brandName)
  const style = styleKeyOf(styleNumber)
  return [
    ...(gtin === null ? [] : [`gtin ${gtin}`]),
    ...(style === null ? [] : [`style ${brand} ${style}`]),
    ...(brand === '' || productName === '' ? [] : [`name ${brand} ${productName.toLowerCase()}`]),
  ]
}

/** Must match how the database compares style numbers. */
export function styleKeyOf(styleNumber: string | null): string | null {
  return styleNumber === null ? null : styleNumber.replace(/[^A-Za-z0-9]+/g, '').toUpperCase()
}

function sharesOf(outgoing: readonly Outgoing[], counts: readonly RetailerShare[]) {
  const ofDay = new Map<string, number>()
  const ofRetailer = new Map<string, number>()
  const add = (day: string, retailerName: string, deals: number) => {
    const key = `${day} ${retailerName}`
    ofDay.set(day, (ofDay.get(day) ?? 0) + deals)
    ofRetailer.set(key, (ofRetailer.get(key) ?? 0) + deals)
  }
  for (const { day, retailerName, deals } of counts) add(day, retailerName, deals)
  for (const { day, retailerName } of outgoing) add(day, retailerName, 1)
  return ({ day, retailerName }: Outgoing): [WarningKind, string] | undefined => {
    const of = ofRetailer.get(`${day} ${retailerName}`) ?? 0
    const all = ofDay.get(day) ?? 0
    if (of < FEWEST_OF_A_RETAILER || of * SHARE_OF_A_DAY <= all) return
    return ['one-retailer', warningWords.share(retailerName, day, of, all)]
  }
}
