import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { startOfDay } from '#app/db/days.ts'
import { plannedPosition } from '#app/deals/server/deal/life.queries.ts'

/**
 * The next moment at which a deal starts, ends or leaves the feed; in the past when overdue, null when there is
 * none. `today` is the business day by our own clock.
 */
export async function findNextDue(db: Database, today: string): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select least(
      (select min(starts_at) from deals where is_scheduled and not is_published and deleted_at is null),
      (select min(ends_at) from deals where is_published and ended_at is null and ends_at is not null),
      (select case when min(ended_at) < ${startOfDay(today)} then min(ended_at)
          when min(ended_at) is not null then ${startOfDay(today, 1)} end
        from deals where is_published and ended_at is not null and not has_left_feed)
    ) as due_at
  `.execute(db)
  const dueAt = rows[0]?.dueAt
  return dueAt ? new Date(dueAt) : null
}

/** Publishes deals whose start has come, at the time of their start and in planned order. Returns how many. */
export async function startDue(trx: Trx, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('deals')
    .set((eb) => ({
      isPublished: true,
      isScheduled: false,
      publishedAt: eb.ref('startsAt'),
      feedPosition: plannedPosition,
    }))
    .where('isScheduled', '=', true)
    .where('isPublished', '=', false)
    .where('deletedAt', 'is', null)
    .where('startsAt', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends deals whose end time has come, as of that time. Returns how many. */
export async function endDue(trx: Trx, now: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('deals')
    .set((eb) => ({ endedAt: eb.ref('endsAt'), endedReason: 'time' as const }))
    .where('isPublished', '=', true)
    .where('endedAt', 'is', null)
    .where('endsAt', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes deals that ended on an earlier business day from the feed. Returns how many. */
export async function leaveDue(trx: Trx, today: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('deals')
    .set({ hasLeftFeed: true })
    .where('isPublished', '=', true)
    .where('endedAt', 'is not', null)
    .where('hasLeftFeed', '=', false)
    .where(sql<boolean>`ended_at < ${startOfDay(today)}`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Sets or clears the time of the report. Returns how many deals changed. */
export async function updateSaidGone(
  trx: Trx,
  dealIds: string[],
  at: Date | null,
): Promise<number> {
  if (dealIds.length === 0) return 0
  const { numUpdatedRows } = await trx
    .updateTable('deals')
    .set({ saidGoneAt: at })
    .where('id', 'in', dealIds)
    .where('saidGoneAt', at ? 'is' : 'is not', null)
    .$if(at !== null, (deals) => deals.where('isPublished', '=', true).where('endedAt', 'is', null))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
