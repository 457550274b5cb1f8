import { createHash } from 'node:crypto'
import type { Trx } from '#app/db/database.ts'
import { MOST_UPDATED_DEALS } from '#app/deals/deals.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { Warning } from '#app/deals/editing/warnings.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { noteRenamedBrands } from '#app/deals/server/deal/brands-and-retailers.ts'
import { withoutWww } from '#app/deals/server/deal/buy-url.rules.ts'
import { findDealsByKey } from '#app/deals/server/deal/deal.queries.ts'
import {
  findManagedDealRecords,
  type ManagedDealRecord,
} from '#app/deals/server/deal/managed-deals.queries.ts'
import { serializeManagedDeal } from '#app/deals/server/deal/serialize-deal.ts'
import { changedFields } from '#app/deals/server/editing/bring-back-fields.ts'
import type { DealPatch } from '#app/deals/server/editing/editing.rules.ts'
import {
  type DealOutcome,
  dealOutcome,
  planUpdate,
  updateDeal,
} from '#app/deals/server/editing/editing.ts'
import { refuseGivenAway } from '#app/deals/server/editing/picture-notes.ts'
import { badSheet } from '#app/deals/server/sheets/problem.ts'
import { newWarnings } from '#app/deals/server/warnings/grouping.ts'
import { findWarnings } from '#app/deals/server/warnings/warnings.ts'
import type { AppContext, ReadContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { formatCount } from '#app/shared/counts.ts'
import { foldName } from '#app/shared/names.ts'
import type { SheetField } from './columns.facts.ts'
import type { Columns } from './columns.rules.ts'
import type { SheetDeal, SheetProblem } from './rows.rules.ts'
import { findDealsByNumber } from './updating.queries.ts'
import { differingPatch, isAmountUnclear, type SheetUpdate } from './updating.rules.ts'

/** The deal that a row refers to: its id, or why it cannot be determined. */
export type RowMatch = { dealId: string } | { reason: string }

/** An update as it would be written, bound to the version of the deal it was planned on. */
export type PlannedUpdate = {
  row: number
  patch: DealPatch
  outcome: DealOutcome
}

export type PlannedUpdates = {
  changed: PlannedUpdate[]
  /** Rows that change nothing, with the deals they refer to. */
  unchanged: Array<{ row: number; deal: ManagedDeal }>
  problems: SheetProblem[]
}

/** Finds the deals that rows refer to: by link, otherwise by GTIN at the same retailer. */
export async function matchRows(
  { db }: Pick<ReadContext, 'db'>,
  drafts: SheetDeal[],
): Promise<Map<number, RowMatch>> {
  const keys = new Set(drafts.map(({ link }) => link.key).filter((key) => key !== ''))
  const byKey = await findDealsByKey(db, [...keys])
  const open = drafts.filter(({ link, gtin }) => gtin !== null && !byKey.has(link.key))
  const numbers = new Set(open.flatMap(({ gtin }) => gtin ?? []))
  const byNumber = Map.groupBy(await findDealsByNumber(db, [...numbers]), ({ gtin }) => gtin)
  const matches = new Map<number, RowMatch>()
  for (const draft of drafts) {
    const known = byKey.get(draft.link.key)
    if (known) matches.set(draft.row, { dealId: known.id })
    else if (draft.gtin !== null) {
      const sold = (byNumber.get(draft.gtin) ?? []).filter((deal) => isSameRetailer(draft, deal))
      const [only, another] = sold
      if (another) {
        matches.set(draft.row, {
          reason: 'is the number of several deals there: say which by link',
        })
      } else if (only) matches.set(draft.row, { dealId: only.id })
    }
  }
  return matches
}

function isSameRetailer(
  { retailerName, link }: SheetDeal,
  deal: { domain: string; retailerKey: string },
): boolean {
  if (retailerName !== '') return foldName(retailerName) === deal.retailerKey
  return link.domain !== '' && withoutWww(link.domain) === withoutWww(deal.domain)
}

type Asked = { updates: Array<SheetUpdate & { dealId: string }>; pictureIds: Map<string, string> }

/** Computes what rows would change, without writing. Throws 422 `bad-sheet` when there are too many. */
export async function planUpdates(
  ctx: ReadContext,
  { updates, pictureIds }: Asked,
  columns: Columns,
): Promise<PlannedUpdates> {
  const planned: PlannedUpdates = { changed: [], unchanged: [], problems: [] }
  if (updates.length === 0) return planned
  await ctx.db.transaction().execute(async (trx) => {
    const deals = await findManagedDealRecords(
      trx,
      updates.map(({ dealId }) => dealId),
    )
    for (const update of updates) {
      const deal = deals.get(update.dealId)
      if (!deal) continue
      const said = withPictures(update, pictureIds)
      const patch = differingPatch(said, deal)
      const plan = isAmountUnclear(said, deal, HOME_CURRENCY)
        ? { problems: [unclear(columns, update, deal)] }
        : await planOne(trx, ctx, { deal, patch, update, columns })
      if ('problems' in plan) {
        planned.problems.push(...plan.problems)
        continue
      }
      const outcome = dealOutcome(deal, plan.after)
      const { before: was, after: is } = outcome
      if (was && is && changedFields(was, is).length > 0) {
        planned.changed.push({
          row: update.row,
          patch: { ...patch, version: deal.version },
          outcome,
        })
      } else planned.unchanged.push({ row: update.row, deal: serializeManagedDeal(deal) })
    }
  })
  if (planned.changed.length > MOST_UPDATED_DEALS) {
    throw badSheet(
      `The sheet changes ${formatCount(planned.changed.length)} deals; ${formatCount(MOST_UPDATED_DEALS)} at most are changed at once. Split it into two.`,
    )
  }
  return planned
}

function withPictures(
  { patch, cardPicture, morePictures }: SheetUpdate,
  pictureIds: Map<string, string>,
): DealPatch {
  const cardPictureId = pictureIds.get(cardPicture ?? '')
  const more = morePictures.flatMap((name) => pictureIds.get(name) ?? [])
  return {
    ...patch,
    ...(cardPictureId !== undefined && { cardPictureId }),
    ...(more.length > 0 && { pictureIds: more }),
  }
}

function unclear(columns: Columns, { row, patch }: SheetUpdate, deal: ManagedDealRecord) {
  const isSale = patch.salePriceCents !== undefined
  const column = columns[isSale ? 'salePrice' : 'originalPrice']?.heading ?? ''
  const reason = `is of a deal that is sold in ${deal.priceCurrency}: say in a column what it is in`
  return { row, column, value: '', reason }
}

/** Leaves out names and links: planning them would create brands and retailers. */
function withoutNames({ brandName, retailerName, link, ...patch }: DealPatch): DealPatch {
  return patch
}

/** Form fields that have another name in sheets. */
const COLUMN_OF: Record<string, SheetField> = {
  dealCardImageUrl: 'cardPicture',
  imageKeys: 'morePictures',
}

async function planOne(
  trx: Trx,
  ctx: ReadContext,
  about: { deal: ManagedDealRecord; patch: DealPatch; update: SheetUpdate; columns: Columns },
): Promise<{ after: ManagedDealRecord } | { problems: SheetProblem[] }> {
  const { deal, patch, update, columns } = about
  if (Object.keys(patch).length === 0) return { after: deal }
  try {
    const plan = await planUpdate(trx, ctx, deal, withoutNames(patch))
    const { brandName = deal.brandName, retailerName = deal.retailerName, link } = patch
    const after = {
      ...deal,
      ...(plan.columns as Partial<ManagedDealRecord>),
      brandName,
      retailerName,
      fallbackPictureIds: plan.pictureIds,
      ...(link && { buyUrl: link.url, domain: link.domain }),
    }
    refuseGivenAway(after)
    return { after }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const faults = Object.entries(error.fields ?? { '': error.message })
    return {
      problems: faults.map(([field, text]) => {
        const name = COLUMN_OF[field] ?? field
        const column = columns[name as SheetField]?.heading ?? 'The row'
        return { row: update.row, column, value: '', reason: `cannot be so: ${text}` }
      }),
    }
  }
}

/** A hash of exactly these changes, sent back to confirm them; null without changes. */
export function stampOf(changed: PlannedUpdate[]): string | null {
  if (changed.length === 0) return null
  const facts = changed.map(({ row, outcome: { id, before }, patch }) =>
    [row, id, before?.version, JSON.stringify(patch)].join('\n'),
  )
  return createHash('sha256').update(facts.join('\n\n')).digest('base64url').slice(0, 24)
}

type Writing = {
  changed: PlannedUpdate[]
  seenBy: string
  onDone: (done: number) => void
}

/**
 * Applies the updates as the form would, each only on the version it was planned on: throws 409 `deal-changed`
 * otherwise. Returns the warnings that this adds for deals that are live or scheduled.
 */
export async function writeUpdates(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { changed, seenBy, onDone }: Writing,
): Promise<{ outcomes: DealOutcome[]; warnings: Warning[] }> {
  const out = changed.flatMap(({ outcome: { id, before } }) => (isOut(before) ? [id] : []))
  const told = out.length > 0 ? await findWarnings(trx, out, ctx.now()) : []
  const outcomes: DealOutcome[] = []
  for (const { patch, outcome } of changed) {
    const how = { ...patch, seenBy, source: 'import' as const }
    outcomes.push(await updateDeal(trx, ctx, outcome.id, how))
    onDone(outcomes.length)
  }
  await noteRenamedBrands(trx, outcomes)
  const warnings = out.length > 0 ? newWarnings(told, await findWarnings(trx, out, ctx.now())) : []
  return { outcomes, warnings }
}

function isOut(deal: ManagedDeal | null): boolean {
  return deal?.state === 'live' || deal?.state === 'scheduled'
}
