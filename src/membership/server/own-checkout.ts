import { SessionId } from '#app/membership/checkout.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { type CheckoutRow, findCheckoutBySession } from './checkout.queries.ts'

export type Asker = { bindingHash: string | undefined; userId: string | undefined }

/** The checkout of this browser or this account; undefined for everybody else's, and for none. */
export async function findOwnCheckout(
  ctx: AppContext,
  { sessionId, bindingHash, userId }: Asker & { sessionId: string | undefined },
): Promise<CheckoutRow | undefined> {
  const id = SessionId.safeParse(sessionId).data
  const row = id && (await findCheckoutBySession(ctx.db, id))
  if (!row) return
  const isBound = bindingHash !== undefined && row.bindingHash === bindingHash
  const isBuyer = userId !== undefined && (row.userId ?? row.claimedUserId) === userId
  return isBound || isBuyer ? row : undefined
}
