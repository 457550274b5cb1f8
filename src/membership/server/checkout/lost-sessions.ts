import {
  type CheckoutRow,
  noteSession,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The provider may have opened a session and failed to say so. Before another is opened for the
 * same person, those are found by the id we gave them. Answers the rows as they are then.
 */
export async function adoptLostSessions(
  ctx: AppContext,
  rows: CheckoutRow[],
): Promise<CheckoutRow[]> {
  const now = ctx.now().getTime()
  const lost = rows.filter(
    ({ sessionId, status, createdAt }) =>
      !sessionId && status === 'failed' && now - createdAt.getTime() < DAY_MS,
  )
  const oldest = lost.at(-1)
  if (!oldest) return rows
  const since = Math.floor(ctx.payments.providerNow().getTime() / 1000) - DAY_MS / 1000
  const { data } = await paymentCall(() =>
    // One page: more would keep a buyer waiting, and what is older is rarely this person's.
    ctx.payments.stripe.checkout.sessions.list({
      created: { gte: since },
      status: 'open',
      limit: 100,
    }),
  )
  const found = new Map<string, { sessionId: string; url: string; expiresAt: Date }>()
  for (const { client_reference_id: checkoutId, id: sessionId, url, expires_at } of data) {
    if (!checkoutId || !url) continue
    found.set(checkoutId, { sessionId, url, expiresAt: new Date(expires_at * 1000) })
  }
  return Promise.all(
    rows.map(async (row) => {
      const session = lost.includes(row) ? found.get(row.id) : undefined
      if (!session) return row
      return noteSession(ctx.db, row.id, session)
    }),
  )
}
