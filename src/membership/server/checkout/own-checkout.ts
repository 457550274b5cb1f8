import { CheckoutName, SessionId } from '#app/membership/checkout.contract.ts'
import {
  type CheckoutRow,
  findCheckout,
  findCheckoutBySession,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import type { AppContext } from '#app/server/context.ts'

export type Asker = { bindingHash: string | undefined; userId: string | undefined }

/** The checkout of this browser or this account; undefined for everybody else's, and for none. */
export async function findOwnCheckout(
  ctx: AppContext,
  { sessionId, bindingHash, userId }: Asker & { sessionId: string | undefined },
): Promise<CheckoutRow | undefined> {
  const row = await findNamedCheckout(ctx, sessionId)
  if (!row) return
  const isBound = bindingHash !== undefined && row.bindingHash === bindingHash
  const isBuyer = userId !== undefined && (row.userId ?? row.claimedUserId) === userId
  return isBound || isBuyer ? row : undefined
}

/** By the provider's name or ours. Whoever knows one has proved nothing. */
export async function findNamedCheckout(
  { db }: Pick<AppContext, 'db'>,
  name: string | undefined,
): Promise<CheckoutRow | undefined> {
  const ours = CheckoutName.safeParse(name).data
  if (ours) return findCheckout(db, ours.slice('checkout_'.length))
  const sessionId = SessionId.safeParse(name).data
  return sessionId ? findCheckoutBySession(db, sessionId) : undefined
}
