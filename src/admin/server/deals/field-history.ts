import type { FieldHistory } from '#app/admin/many-edit.contract.ts'
import { readDealSnapshots } from '#app/admin/server/audit/audit.ts'
import { tellField } from '#app/admin/server/audit/changes.rules.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { getManagedDeal } from '#app/deals/server/deal/managed-deals.ts'
import {
  BACK_FIELDS,
  type BackField,
  changedFields,
  mayComeBack,
  type PastDeal,
} from '#app/deals/server/editing/bring-back-fields.ts'
import { findHistory } from '#app/deals/server/prices/observing.ts'
import type { AppContext } from '#app/server/context.ts'
import { formatCents } from '#app/shared/money.ts'

const MOST_ENTRIES = 500
/** Actor names for changes that no person made. */
const OUR_CHECK = 'Our check'
const BY_ITSELF = 'By itself'

/** Shown but not restorable here: publishing and ending have actions of their own. */
const TOLD_FIELDS = ['isPublished', 'endedReason'] as const satisfies Array<keyof ManagedDeal>
type ToldField = (typeof TOLD_FIELDS)[number]
type Change = FieldHistory['fields'][number]['changes'][number]
type Entry = Awaited<ReturnType<typeof readDealSnapshots>>[number]
type Observed = Awaited<ReturnType<typeof findHistory>>

/** In the order of the form, then the fields of publishing and ending. */
export const HISTORY_FIELDS: Array<BackField | ToldField> = [...BACK_FIELDS, ...TOLD_FIELDS]

/** Returns the history of a deal by field: changes by hand, by our checks and automatic ones. Throws 404. */
export async function readFieldHistory(ctx: AppContext, id: string): Promise<FieldHistory> {
  const deal = await getManagedDeal(ctx, id)
  const entries = await readDealSnapshots(ctx.db, { dealIds: [id], most: MOST_ENTRIES })
  const observed = await findHistory(ctx.db, id)
  const fields = HISTORY_FIELDS.map((field) => {
    const { label, words: now } = tellField(field, deal)
    const byHand = entries.flatMap((entry) => byHandOf(field, entry, deal))
    const others =
      field === 'endedReason' ? endedByItself(byHand, deal) : checkedOf(field, observed)
    const changes = [...byHand, ...others].toSorted((one, other) =>
      other.happenedAt.localeCompare(one.happenedAt),
    )
    return { field, label, now, changes }
  })
  return { version: deal.version, fields: fields.filter(({ changes }) => changes.length > 0) }
}

function byHandOf(
  field: BackField | ToldField,
  { id: entryId, happenedAt, actorName, ...entry }: Entry,
  deal: ManagedDeal,
): Change[] {
  const [before, after]: Array<PastDeal | null> = [entry.before, entry.after]
  if (!before || !after) return []
  const [was, is] = [before, after].map((past) => tellField(field, past).words)
  const isTold = isToldField(field)
  const isSame = isTold ? was === is : !changedFields(before, after).includes(field)
  if (isSame) return []
  return [
    {
      entryId,
      actorName,
      happenedAt: happenedAt.toISOString(),
      before: was ?? null,
      after: is ?? null,
      mayComeBack: !isTold && mayComeBack(field, before, deal),
    },
  ]
}

function isToldField(field: BackField | ToldField): field is ToldField {
  return TOLD_FIELDS.some((told) => told === field)
}

/** Returns the price changes that our checks saw, each with the price known before. */
function checkedOf(field: BackField | ToldField, observed: Observed): Change[] {
  const centsOf = ({ seen }: Observed[number]) =>
    field === 'salePrice' ? seen.now : field === 'originalPrice' ? seen.was : null
  const told = observed.filter((row) => centsOf(row) !== null)
  return told.flatMap((row, index) => {
    const [before, after] = [told[index - 1], row].map((each) => each && centsOf(each))
    if (row.seen.source !== 'check' || before === after) return []
    return {
      entryId: null,
      actorName: OUR_CHECK,
      happenedAt: row.seen.at.toISOString(),
      before: dollars(before),
      after: dollars(after),
      mayComeBack: false,
    }
  })
}

function dollars(cents: number | null | undefined): string | null {
  return cents === null || cents === undefined ? null : formatCents(cents)
}

/** Returns the end of a deal that no person ended: it expired, or its shop or our check ended it. */
function endedByItself([newest]: Change[], deal: ManagedDeal): Change[] {
  const { words } = tellField('endedReason', deal)
  if (!deal.endedAt || words === null || newest?.after === words) return []
  return [
    {
      entryId: null,
      actorName: BY_ITSELF,
      happenedAt: deal.endedAt,
      before: newest?.after ?? null,
      after: words,
      mayComeBack: false,
    },
  ]
}
