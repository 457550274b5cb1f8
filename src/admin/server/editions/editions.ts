import type {
  BoardDeal,
  EditionBoard,
  EditionCalendar,
  EditionChanged,
  EditionDrafts,
  EditionMoved,
  EditionScheduled,
  SayAlternatives,
} from '#app/admin/editions/editions.contract.ts'
import { type Actor, type AuditDraft, recordAudit } from '#app/admin/server/audit/audit.ts'
import { inAuditedTransaction } from '#app/admin/server/audit/audited-transaction.ts'
import { warningsBefore, warnOf } from '#app/admin/server/warned.ts'
import type { Trx } from '#app/db/database.ts'
import { DRAFTS_ON_A_PAGE } from '#app/deals/editions.facts.ts'
import { sayAlternative } from '#app/deals/server/editing/alternative-text.ts'
import { confirmPrice } from '#app/deals/server/editing/confirm-price.ts'
import type { DealOutcome } from '#app/deals/server/editing/editing.ts'
import {
  countEditions,
  findUnplanned,
  type PlannedDeal,
  readBoard,
} from '#app/deals/server/planning/board.ts'
import {
  momentOfEdition,
  moveInEdition,
  putIntoEdition,
  scheduleEdition,
  takeOutOfEdition,
  unscheduleEdition,
} from '#app/deals/server/planning/planning.ts'
import { CLAIMED_DEALS_A_DAY } from '#app/marketing/claims.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem } from '#app/server/problem.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'

export async function readCalendar(
  ctx: AppContext,
  asked: string | undefined,
): Promise<EditionCalendar> {
  const today = businessDay(ctx.now())
  const month = asked ?? today.slice(0, 7)
  const first = `${month}-01`
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
  const days = await countEditions(ctx, { first, last })
  return {
    month,
    today,
    promised: CLAIMED_DEALS_A_DAY,
    days: days.map(({ at, ...counts }) => ({ ...counts, at: at?.toISOString() ?? null })),
  }
}

export async function readEditionBoard(ctx: AppContext, day: string): Promise<EditionBoard> {
  const { deals, usualAt } = await readBoard(ctx, day)
  return {
    day,
    today: businessDay(ctx.now()),
    promised: CLAIMED_DEALS_A_DAY,
    usualAt: usualAt?.toISOString() ?? null,
    deals: deals.map(serialized),
  }
}

export async function readDrafts(
  ctx: AppContext,
  { q, page }: { q: string; page: number },
): Promise<EditionDrafts> {
  const { deals, total } = await findUnplanned(ctx, { q, page, limit: DRAFTS_ON_A_PAGE })
  return { deals: deals.map(serialized), total }
}

function serialized({ at, lookedAt, ...row }: PlannedDeal): BoardDeal {
  return {
    ...row,
    at: at?.toISOString() ?? null,
    lookedAt: lookedAt?.toISOString() ?? null,
  }
}

// Each of these is one transaction: a use case of `deals`, and the audit entries that say who did it.

export async function putIntoEditionAsAdmin(
  ctx: AppContext,
  actor: Actor,
  day: string,
  asked: { ids: string[]; after?: string | null | undefined },
): Promise<EditionChanged> {
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const { added, left } = await putIntoEdition(trx, ctx, day, { ...asked, by: actor.name })
    const entries = added.map((deal) => entryOf('deal.planned', deal, { after: { edition: day } }))
    return { entries, answer: { changed: idsOf(added), left } }
  })
}

export async function takeOutOfEditionAsAdmin(
  ctx: AppContext,
  actor: Actor,
  day: string,
  asked: { ids: string[] },
): Promise<EditionChanged> {
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const { taken, left } = await takeOutOfEdition(trx, ctx, day, asked)
    const entries = taken.map((deal) =>
      entryOf('deal.unplanned', deal, { before: { edition: day, startsAt: deal.startsAt } }),
    )
    return { entries, answer: { changed: idsOf(taken), left } }
  })
}

export async function moveInEditionAsAdmin(
  ctx: AppContext,
  actor: Actor,
  day: string,
  asked: { id: string; version: number; after: string | null },
): Promise<EditionMoved> {
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const { label, ...moved } = await moveInEdition(trx, ctx, day, { ...asked, by: actor.name })
    const entry = entryOf(
      'deal.moved',
      { id: asked.id, label },
      { before: { edition: day, place: moved.from }, after: { edition: day, place: moved.to } },
    )
    return { entries: moved.from === moved.to ? [] : [entry], answer: moved }
  })
}

type Scheduling = {
  ids: string[]
  time: string
  which?: 'first' | 'second' | undefined
  seenWarnings?: string[] | undefined
}

export async function scheduleEditionAsAdmin(
  ctx: AppContext,
  actor: Actor,
  day: string,
  { ids, seenWarnings: seen = [], ...when }: Scheduling,
): Promise<EditionScheduled> {
  const at = momentOfEdition(day, when, ctx.now())
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const before = await warningsBefore(trx, ctx, ids, seen)
    const { changed, left } = await scheduleEdition(trx, ctx, day, { ids, at, by: actor.name })
    const warned = await warnOf(trx, ctx, changed, { seen, before, left })
    const entries = [...changed.map((each) => changeOf('deal.scheduled', each)), ...warned]
    return { entries, answer: { changed: idsOf(changed), left, at: at.toISOString() } }
  })
}

export async function unscheduleEditionAsAdmin(
  ctx: AppContext,
  actor: Actor,
  day: string,
  { ids }: { ids: string[] },
): Promise<EditionChanged> {
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const { changed, left } = await unscheduleEdition(trx, ctx, day, { ids, by: actor.name })
    const entries = changed.map((each) => changeOf('deal.unscheduled', each))
    return { entries, answer: { changed: idsOf(changed), left } }
  })
}

/** Records that somebody saw today that the prices are right. */
export async function confirmPricesAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { ids }: { ids: string[] },
): Promise<EditionChanged> {
  const deals = [...new Set(ids)].map((id) => ({ id }))
  return eachWritten(ctx, actor, deals, async (trx, { id }) => {
    const { label } = await confirmPrice(trx, ctx, id, { by: actor.name })
    return entryOf('deal.price-seen', { id, label }, {})
  })
}

/** Stores the alternative texts of pictures. */
export async function sayAlternativesAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { texts }: SayAlternatives,
): Promise<EditionChanged> {
  return eachWritten(ctx, actor, texts, async (trx, { id, ...said }) =>
    changeOf('deal.updated', await sayAlternative(trx, ctx, id, said)),
  )
}

/** Changes deals one by one, each in its own transaction: one that is refused does not stop the others. */
async function eachWritten<Said extends { id: string }>(
  ctx: AppContext,
  actor: Actor,
  all: Said[],
  change: (trx: Trx, said: Said) => Promise<AuditDraft>,
): Promise<EditionChanged> {
  const batchId = all.length > 1 ? newId() : null
  const answer: EditionChanged = { changed: [], left: [] }
  for (const said of all) {
    try {
      await ctx.db.transaction().execute(async (trx) => {
        await recordAudit(trx, ctx, actor, [await change(trx, said)], batchId)
      })
      answer.changed.push(said.id)
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500 || error.status === 401) throw error
      const reason = Object.values(error.fields ?? {})[0] ?? error.message
      answer.left.push({ id: said.id, reason })
    }
  }
  return answer
}

function entryOf(
  action: string,
  { id, label }: { id: string; label: string },
  change: Pick<AuditDraft, 'before' | 'after'>,
): AuditDraft {
  return { action, subject: { kind: 'deal', id, label }, ...change }
}

function changeOf(action: string, { id, label, before, after }: DealOutcome): AuditDraft {
  return { action, subject: { kind: 'deal', id, label }, before, after }
}

function idsOf(deals: Array<{ id: string }>): string[] {
  return deals.map(({ id }) => id)
}
