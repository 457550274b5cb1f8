import type { Trx } from '#app/db/database.ts'
import { MOST_REPORTED_ROWS } from '#app/deals/deals.facts.ts'
import { FORM_FIELDS } from '#app/deals/editing/form-fields.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { SheetFacts } from '#app/deals/editing/sheet-choices.contract.ts'
import type { Warning } from '#app/deals/editing/warnings.facts.ts'
import { BASIS_WORDS } from '#app/deals/prices/prices.facts.ts'
import { foreseeRetailers } from '#app/deals/server/deal/brands-and-retailers.ts'
import type { DealValues } from '#app/deals/server/deal/fields.rules.ts'
import type { DealOutcome } from '#app/deals/server/editing/editing.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import { pricesInDollars, type Rates } from '#app/deals/server/rates/rates.rules.ts'
import { TERM_FIELDS, type TermField, termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { countOf } from '#app/shared/counts.ts'
import { centsToDollars } from '#app/shared/money.ts'
import type { SheetDeal, SheetDuplicate, SheetProblem } from './rows.rules.ts'
import { type PlannedUpdate, type PlannedUpdates, stampOf } from './updating.ts'

/** What importing a sheet would do, or has done. */
export type ImportReport = {
  isDryRun: boolean
  /** False when problems or a dry run prevented writing. */
  isCommitted: boolean
  /** Id of the written import, or of the recorded refusal. */
  importId: string | null
  /** Rows with a deal. */
  rowCount: number
  /** In a dry run: deals that would be created. */
  createdCount: number
  /** Of these, the deals published at once. */
  publishedCount: number
  /** Existing deals that are changed, or would be. */
  updatedCount: number
  /** Rows that repeat what is known of an existing deal. */
  unchangedCount: number
  problems: SheetProblem[]
  duplicates: SheetDuplicate[]
  /** Changed deals, before and after. */
  updates: PlannedUpdate[]
  /** Identifies these updates when they are confirmed; null without updates. */
  updateStamp: string | null
  notes: string[]
  /** Warnings about new rows, should they go out. */
  warnings: Warning[]
  sheet: SheetFacts
  /** A part of the rows, those with problems first. */
  rows: ReportedRow[]
  /** Keys of stored pictures by their name in the sheet. */
  pictures: Map<string, string>
}

export type ImportProgress = {
  stage: 'reading' | 'checking' | 'pictures' | 'writing'
  done: number
  /** 0 while unknown. */
  total: number
}

/** What the history stores about an upload. */
export type ImportOutcome = {
  importId: string
  fileName: string
  state: 'imported' | 'refused'
  rowCount: number
  createdCount: number
  publishedCount: number
  duplicateCount: number
  updatedCount: number
  /** Rows with problems. */
  problemCount: number
}

export type ImportRecording = {
  /** Null for the server itself. */
  actorName: string | null
  /** Runs in the transaction that writes the deals or records the refusal. */
  onWrite: (trx: Trx, outcome: ImportOutcome, updated: DealOutcome[]) => Promise<void>
}

/** A row shown before anything is written; prices in US dollars. */
type ReportedRow = {
  row: number
  state: 'new' | 'update' | 'unchanged' | 'duplicate' | 'problem'
  brandName: string
  productName: string
  originalPrice: number | null
  salePrice: number | null
  domain: string
  /** The retailer that would be stored; its name is empty when neither name nor link identifies it. */
  retailer: { name: string; isKnown: boolean }
  /** Key of the card picture; null while it is not stored. */
  picture: string | null
}

/** The findings of checking a sheet. */
type Findings = {
  rates: Rates
  isDryRun: boolean
  /** All rows. */
  drafts: SheetDeal[]
  /** Rows to be imported once there are no problems. */
  fresh: SheetDeal[]
  problems: SheetProblem[]
  duplicates: SheetDuplicate[]
  updates: PlannedUpdates
  /** The existing deals that rows refer to, as they are or will be. */
  isAbout: ReadonlyMap<number, ManagedDeal>
  /** Ids of stored pictures by their name in the sheet. */
  pictureIds: Map<string, string>
  /** Then no row can be imported. */
  areHeadingsWrong: boolean
  notes: string[]
  facts: SheetFacts
}

/** The report of a sheet before anything is written. */
export async function reportOf(
  ctx: Pick<AppContext, 'db'>,
  findings: Findings,
): Promise<ImportReport> {
  const { isDryRun, drafts, fresh, problems, duplicates, pictureIds, notes, updates } = findings
  const isRefused = problems.length > 0
  // Rows about existing deals have rules of their own.
  const ofNew = drafts.filter(({ row }) => !findings.isAbout.has(row))
  return {
    isDryRun,
    isCommitted: false,
    importId: null,
    rowCount: drafts.length,
    createdCount: isRefused ? 0 : fresh.length,
    publishedCount: isRefused ? 0 : fresh.filter(({ isPublished }) => isPublished).length,
    updatedCount: updates.changed.length,
    unchangedCount: updates.unchanged.length,
    problems,
    duplicates,
    updates: updates.changed,
    updateStamp: stampOf(updates.changed),
    notes: [
      ...notes,
      ...TERM_FIELDS.flatMap((field) => termNotes(field, ofNew)),
      ...sizeNotes(ofNew),
      ...basisNotes(ofNew),
    ],
    warnings: [],
    sheet: findings.facts,
    rows: await reportRows(ctx, findings),
    pictures: new Map([...pictureIds].map(([name, id]) => [name, fallbackKey(id)])),
  }
}

const MOST_WORDS = 20

/** Notes which of the sheet's words for a term were understood, and how. */
function termNotes(field: TermField, drafts: SheetDeal[]): string[] {
  const { label } = FORM_FIELDS[field]
  const rows = Map.groupBy(drafts, ({ words }) => words[field] ?? '')
  rows.delete('')
  const read: string[] = []
  const unread: string[] = []
  for (const [word, [deal, ...others]] of rows) {
    const value = deal?.[field]
    if (!value) unread.push(`“${word}” (${countOf(others.length + 1, 'row')})`)
    else if (word !== termLabel(field, value)) read.push(`“${word}” as ${termLabel(field, value)}`)
  }
  return [
    ...(read.length > 0 ? [`${label} was read: ${listed(read)}.`] : []),
    ...(unread.length > 0
      ? [`${label} was not understood, and is kept as a note of the deal: ${listed(unread)}.`]
      : []),
  ]
}

/** Notes how the sheet's words for the basis of prices were understood, where they differ from ours. */
function basisNotes(drafts: SheetDeal[]): string[] {
  const read = [...Map.groupBy(drafts, ({ basisText }) => basisText)].flatMap(([word, [deal]]) => {
    const basis = deal?.priceBasis ?? 'retailer'
    const isPlain =
      word === '' || [basis, BASIS_WORDS[basis].toLowerCase()].includes(word.toLowerCase())
    return isPlain ? [] : `“${word}” as ${BASIS_WORDS[basis]}`
  })
  const recommended = drafts.filter((deal) => deal.basisText === '' && deal.priceBasis === 'rrp')
  return [
    ...(read.length > 0 ? [`${FORM_FIELDS.basis.label} was read: ${listed(read)}.`] : []),
    ...(recommended.length > 0
      ? [
          `The price before is recommended by the maker, as its heading says (${countOf(recommended.length, 'row')}).`,
        ]
      : []),
  ]
}

/** The same for sizes; also notes sizes that match only the identical number. */
function sizeNotes(drafts: SheetDeal[]): string[] {
  const { label } = FORM_FIELDS.sizes
  const read: string[] = []
  for (const [text, [deal]] of Map.groupBy(drafts, ({ sizesText }) => sizesText)) {
    const sizes = deal?.sizes ?? []
    // Other separators are not worth a note.
    const isAsWritten = text.split(/\s*[|,;]\s*/).join() === sizes.join()
    if (sizes.length > 0 && !isAsWritten) read.push(`“${text}” as ${sizes.join(', ')}`)
  }
  const unread = counted(drafts.flatMap(({ words }) => words.sizes ?? []))
  const plain = counted(drafts.flatMap(({ sizes }) => sizes.filter((size) => PLAIN.test(size))))
  return [
    ...(read.length > 0 ? [`${label} were read: ${listed(read)}.`] : []),
    ...(unread.length > 0
      ? [`${label} were not understood, and are kept as a note of the deal: ${listed(unread)}.`]
      : []),
    ...(plain.length > 0
      ? [`${label} without a system are found by the same number only: ${listed(plain)}.`]
      : []),
  ]
}

const PLAIN = /^\d[\d./-]*$/

/** Distinct words, each with its number of rows. */
function counted(words: string[]): string[] {
  return [...Map.groupBy(words, (word) => word)].map(
    ([word, rows]) => `“${word}” (${countOf(rows.length, 'row')})`,
  )
}

function listed(all: string[]): string {
  const more = all.length - MOST_WORDS
  return [...all.slice(0, MOST_WORDS), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/** Both prices of a row, in hundredths of its currency. */
export function saidInSheet({ priceCurrency, originalPriceCents, salePriceCents }: DealValues) {
  return { currency: priceCurrency, was: originalPriceCents, now: salePriceCents }
}

/** The first rows, those with problems at the top. */
async function reportRows(
  { db }: Pick<AppContext, 'db'>,
  findings: Findings,
): Promise<ReportedRow[]> {
  const { rates, drafts, fresh, problems, duplicates, pictureIds, areHeadingsWrong } = findings
  const changed = new Set(findings.updates.changed.map(({ row }) => row))
  const same = new Set(findings.updates.unchanged.map(({ row }) => row))
  const wrong = new Set(problems.map(({ row }) => row))
  const known = new Set(duplicates.map(({ row }) => row))
  const isWrong = ({ row }: SheetDeal) => areHeadingsWrong || wrong.has(row)
  const first = [
    ...drafts.filter(isWrong).slice(0, MOST_REPORTED_ROWS),
    ...drafts.filter((draft) => !isWrong(draft)).slice(0, MOST_REPORTED_ROWS),
  ].slice(0, MOST_REPORTED_ROWS)
  const retailerOf = await foreseeRetailers(db, fresh, first)
  const priceOf = (draft: SheetDeal) => pricesInDollars(saidInSheet(draft), rates)
  const stateOf = (draft: SheetDeal) => {
    if (isWrong(draft)) return 'problem'
    if (known.has(draft.row)) return 'duplicate'
    if (changed.has(draft.row)) return 'update'
    return same.has(draft.row) ? 'unchanged' : 'new'
  }
  return first.map((draft) => ({
    row: draft.row,
    state: stateOf(draft),
    brandName: draft.brandName,
    productName: draft.productName,
    originalPrice: centsToDollars(priceOf(draft).originalPriceCents),
    salePrice: centsToDollars(priceOf(draft).salePriceCents),
    domain: draft.link.domain,
    retailer: retailerOf(draft),
    picture: pictureKey(pictureIds.get(draft.cardPicture ?? '')),
    ...factsOf(findings.isAbout.get(draft.row)),
  }))
}

/** A row may be sparse when it refers to an existing deal, so the deal's own values are shown. */
function factsOf(deal: ManagedDeal | undefined): Partial<ReportedRow> {
  if (!deal) return {}
  const { brandName, productName, originalPrice, salePrice, domain, retailer } = deal
  return {
    brandName,
    productName,
    originalPrice,
    salePrice,
    domain,
    retailer: { name: retailer, isKnown: true },
    picture: deal.dealCardImageUrl,
  }
}

function pictureKey(id: string | undefined) {
  return id === undefined ? null : fallbackKey(id)
}
