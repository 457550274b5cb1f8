import type { AppContext } from '#app/server/context.ts'
import { networkOf, widerNetworkOf } from '#app/server/network.ts'
import { type Problem, tooManyRequests } from '#app/server/problem.ts'
import { countOverall, soundAlarm } from '#app/server/rate-limits/alarm.ts'
import {
  type Counted,
  consumeAll,
  createThrottle,
  findFirstFull,
} from '#app/server/rate-limits/throttle.ts'

const HOUR_SECONDS = 3600
/** An honest buyer needs two or three; whoever tries stolen cards needs many. */
const OF_BUYER = { name: 'checkout-buyer', limit: 10, windowSeconds: HOUR_SECONDS }
const OF_NETWORK = { name: 'checkout-network', limit: 60, windowSeconds: HOUR_SECONDS }
const OF_WIDER_NETWORK = { name: 'checkout-wider-network', limit: 600, windowSeconds: HOUR_SECONDS }
/** A brake, not a stop: an attack from everywhere makes honest buyers wait a minute at most. */
export const OF_EVERYBODY = { name: 'checkout-everybody', limit: 200, windowSeconds: 60 }
/** More than this is an attack, or the best day ever: either way a person should look. */
const WORTH_A_LOOK = {
  name: 'checkout-pages',
  limit: 500,
  windowSeconds: HOUR_SECONDS,
  warning: 'unusually many payment pages are opened',
}
/** Requests that open nothing still ask the provider. */
const ASKING = { name: 'checkout-asking', limit: 60, windowSeconds: 600 }
/** For people who are not signed in: each of their requests may come from a new browser. */
const ASKING_OF_NETWORK = { name: 'checkout-asking-network', limit: 300, windowSeconds: 600 }
const VERIFYING = { name: 'checkout-verifying', limit: 120, windowSeconds: 600 }

type Buyer = { user: { id: string } | undefined; bindingHash: string; ip: string }

function limitsOf({ user, bindingHash, ip }: Buyer): Counted[] {
  const wider = widerNetworkOf(ip)
  return [
    [OF_BUYER, user?.id ?? bindingHash],
    [OF_NETWORK, networkOf(ip)],
    ...(wider ? [[OF_WIDER_NETWORK, wider] satisfies Counted] : []),
    [OF_EVERYBODY, 'all'],
  ]
}

/** Throws 429 when the buyer may open no further payment page now. Writes nothing. */
export async function requirePageLeft(ctx: AppContext, buyer: Buyer): Promise<void> {
  const full = await findFirstFull(ctx, limitsOf(buyer))
  if (!full) return
  if (full.limit === OF_EVERYBODY) await soundAlarm(ctx, WORTH_A_LOOK)
  throw tooManyPages(full.waitSeconds)
}

/**
 * Counts a payment page, once however many clicks wait for it, in the transaction that stores it.
 * Throws 429 past the limit, which rolls both back.
 */
export async function countPage(ctx: Pick<AppContext, 'db' | 'now'>, buyer: Buyer): Promise<void> {
  const verdict = await consumeAll(ctx, limitsOf(buyer))
  if (!verdict.isAllowed) throw tooManyPages(verdict.waitSeconds)
}

/** Counts an opened page among everybody's, for whoever watches the log. */
export async function watchPages(ctx: AppContext): Promise<void> {
  await countOverall(ctx, WORTH_A_LOOK)
}

function tooManyPages(waitSeconds: number): Problem {
  return tooManyRequests('Too many payment pages were opened.', waitSeconds)
}

/** Counts every request for a payment page, even one that is answered with the page already open. */
export async function throttleRequests(
  ctx: AppContext,
  { user, bindingHash, ip }: Buyer,
): Promise<void> {
  const counts: Counted[] = user
    ? [[ASKING, user.id]]
    : [
        [ASKING_OF_NETWORK, networkOf(ip)],
        [ASKING, bindingHash],
      ]
  const verdict = await consumeAll(ctx, counts)
  if (!verdict.isAllowed) throw tooOften(verdict.waitSeconds)
}

/** Counts a verification that asks the provider; verifying a settled checkout is free. */
export async function throttleVerifications(ctx: AppContext, ip: string): Promise<void> {
  const verdict = await createThrottle(ctx, VERIFYING).consume(networkOf(ip))
  if (!verdict.isAllowed) throw tooOften(verdict.waitSeconds)
}

function tooOften(waitSeconds: number) {
  return tooManyRequests('You have asked very often.', waitSeconds)
}
