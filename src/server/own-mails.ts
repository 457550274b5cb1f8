import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { hashToken } from './tokens.ts'
import { type Trace, traceOf } from './traces.ts'

/** Mails to an address, as far as it is still known to whom they went. */
export async function traceMailsTo(db: Database, email: string): Promise<Trace> {
  return db
    .selectFrom('mails')
    .select(traceOf('createdAt'))
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
}

/** The oldest first. What they say is written when they are sent and kept nowhere. */
export async function findMailsTo(db: Database, email: string) {
  return db
    .selectFrom('mails')
    .select(['template', 'recipient', 'data', 'state', 'createdAt', 'sendAfter', 'finishedAt'])
    .where('recipient', '=', email)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

type Gone = {
  userId: string
  email: string
  /** Payments from this address that wait for an account: mail about them still goes out. */
  unclaimedCheckoutIds: string[]
  now: Date
}

/**
 * Drops what still waits to be sent to somebody who is leaving for good, and forgets to whom
 * everything went. A key that names the person is replaced; any other stays, so that nothing is
 * ever told twice.
 */
export async function forgetMailsOf(
  trx: Trx,
  { userId, email, unclaimedCheckoutIds, now }: Gone,
): Promise<void> {
  const namesPerson = sql<boolean>`(position(${userId} in key) > 0 or position(${hashToken(email)} in key) > 0)`
  await trx
    .updateTable('mails')
    .set((eb) => ({
      recipient: '',
      data: '{}',
      lastError: null,
      key: eb
        .case()
        .when(namesPerson)
        .then(sql<string>`'forgotten:' || id`)
        .else(eb.ref('key'))
        .end(),
      state: sql<'sent' | 'dropped'>`case state when 'queued' then 'dropped' else state end`,
      finishedAt: sql<Date>`coalesce(finished_at, ${now})`,
    }))
    .where((eb) => eb.or([eb('recipient', '=', email), namesPerson]))
    .where(
      sql<boolean>`not (coalesce(data->>'checkoutId', '') = any(${unclaimedCheckoutIds}::text[]))`,
    )
    .where(sql<boolean>`not (data @> '{"isFarewell": true}' and state = 'queued')`)
    .execute()
}
