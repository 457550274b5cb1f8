import type { AppContext } from '#app/server/context.ts'
import { networkOf } from '#app/server/network.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'

const HOUR_SECONDS = 3600
/** An honest buyer needs two or three; whoever tries stolen cards needs many. */
const OF_BUYER = { name: 'checkout-buyer', limit: 10, windowSeconds: HOUR_SECONDS }
const OF_NETWORK = { name: 'checkout-network', limit: 60, windowSeconds: HOUR_SECONDS }
/** Requests that open nothing still ask the provider. */
const ASKING = { name: 'checkout-asking', limit: 60, windowSeconds: 600 }
const VERIFYING = { name: 'checkout-verifying', limit: 120, windowSeconds: 600 }

type Buyer = { user: { id: string } | undefined; bindingHash: string; ip: string }

/** Throws 429 past the limit; counts a payment page once, however many clicks wait for the same one. */
export async function throttleCheckouts(
  ctx: AppContext,
  buyer: Buyer,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const counts = [
    [createThrottle(ctx, OF_BUYER), buyer.user?.id ?? buyer.bindingHash],
    [createThrottle(ctx, OF_NETWORK), networkOf(buyer.ip)],
  ] as const
  for (const [throttle, key] of counts) {
    const verdict = isNew ? await throttle.consume(key) : await throttle.check(key)
    if (verdict.isAllowed) continue
    throw tooManyRequests(
      'Too many payment pages were opened. Please try again later.',
      verdict.waitSeconds,
    )
  }
}

/** Counts every request for a payment page, also one that is answered with the open page. */
export async function throttleRequests(
  ctx: AppContext,
  { user, bindingHash }: Omit<Buyer, 'ip'>,
): Promise<void> {
  const verdict = await createThrottle(ctx, ASKING).consume(user?.id ?? bindingHash)
  if (!verdict.isAllowed) throw tooOften(verdict.waitSeconds)
}

/** Counts a verification that asks the provider; one of a settled checkout is free. */
export async function throttleVerifications(ctx: AppContext, ip: string): Promise<void> {
  const verdict = await createThrottle(ctx, VERIFYING).consume(networkOf(ip))
  if (!verdict.isAllowed) throw tooOften(verdict.waitSeconds)
}

function tooOften(waitSeconds: number) {
  return tooManyRequests('You have asked very often. Please try again later.', waitSeconds)
}
