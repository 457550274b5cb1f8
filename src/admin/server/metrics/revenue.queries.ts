import { sql } from 'kysely'
import type { Span } from '#app/admin/metrics.contract.ts'
import type { Database } from '#app/db/database.ts'
import { dayOf, within } from './days.queries.ts'

export type MoneyCents = { payments: number; takenCents: number; refundedCents: number }

/**
 * Money by the business day on which it arrived; days without any are left out. What was paid back
 * counts on the day of the payment: nothing says when that was.
 */
export async function sumPaymentsByDay(db: Database, span: Span): Promise<Map<string, MoneyCents>> {
  const rows = await db
    .selectFrom('payments')
    .select([
      dayOf('paidAt').as('day'),
      sql<number>`count(*)`.as('payments'),
      sql<number>`sum(amount_cents)::bigint`.as('takenCents'),
      sql<number>`sum(refunded_cents)::bigint`.as('refundedCents'),
    ])
    .where('currency', '=', 'usd')
    .where(within('paidAt', span))
    .groupBy('day')
    .execute()
  return new Map(rows.map(({ day, ...money }) => [day, money]))
}

export async function countOtherCurrencies(db: Database, span: Span): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(sql<number>`count(*)`.as('count'))
    .where('currency', '!=', 'usd')
    .where(within('paidAt', span))
    .executeTakeFirstOrThrow()
  return count
}
