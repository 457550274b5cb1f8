import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { noteMark } from '#app/server/observability/setup-marks.ts'
import { badRequest } from '#app/server/problem.ts'
import { countRefusal } from './counted.ts'

/** The mark of the last webhook that was refused, for the setup check. */
export const WEBHOOK_REFUSED = 'webhook-refused'
/** Events older or newer than this are refused, however well signed. */
const TOLERANCE_SECONDS = 300
/** The library checks age only, and would accept any time in the future: we check both ways, after it. */
const ANY_AGE_SECONDS = 100 * 365 * 24 * 60 * 60

/**
 * Verifies the signature and returns the event, if one of our secrets signed exactly these bytes a
 * short while ago; throws 400 otherwise. While secrets are rotated, any of them is accepted.
 */
export function readSignedEvent(
  ctx: AppContext,
  body: Buffer,
  signature: string | string[] | undefined,
): Stripe.Event {
  if (typeof signature !== 'string') throw notSigned(ctx, 'it has no signature')
  const { webhookSecrets, isLive } = ctx.config.payments
  const event = firstThatFits(webhookSecrets, (secret) =>
    ctx.payments.stripe.webhooks.constructEvent(body, signature, secret, ANY_AGE_SECONDS),
  )
  if (!event) throw notSigned(ctx, 'no secret of STRIPE_WEBHOOK_SECRET signed it')
  if (isFarAway(signature, ctx.now())) {
    countRefusal({ reason: 'far from now' })
    noteMark(ctx, WEBHOOK_REFUSED, 'it was well signed, at a time far from this server’s clock')
    ctx.log.error(
      { eventId: event.id },
      'a well signed webhook is far from now: is the clock of this server right?',
    )
    throw refused()
  }
  if (!isWellFormed(event)) {
    countRefusal({ reason: 'no event' })
    ctx.log.error(
      { problem: 'STRIPE_WEBHOOK_SECRET signed what has no id, type or time' },
      'a well signed webhook that is no event',
    )
    throw badRequest('This is not an event.')
  }
  if (event.livemode !== isLive) {
    countRefusal({ reason: 'other mode' })
    noteMark(
      ctx,
      WEBHOOK_REFUSED,
      `it is of the ${event.livemode ? 'live' : 'test'} mode, the key of the other`,
    )
    ctx.log.error({ eventId: event.id, livemode: event.livemode }, 'a webhook of the other mode')
    throw badRequest('This event is of another mode than this server.')
  }
  return event
}

/** The time of an event must be below this, in seconds since the epoch. */
const LAST_SECOND = 10_000_000_000

/** The signature says who wrote it, not that it has the shape of the library's types. */
function isWellFormed({ id, type, created, data }: Partial<Stripe.Event>): boolean {
  return (
    isStorable(id) &&
    id !== '' &&
    isStorable(type) &&
    Number.isInteger(created) &&
    Number(created) > 0 &&
    Number(created) < LAST_SECOND &&
    typeof data?.object === 'object' &&
    data.object !== null &&
    isStorable((data.object as { id?: unknown }).id ?? '')
  )
}

/** The database rejects a NUL, and the provider would resend an event that failed for days. */
function isStorable(text: unknown): text is string {
  return typeof text === 'string' && !text.includes('\0')
}

function firstThatFits(secrets: string[], read: (secret: string) => Stripe.Event) {
  for (const secret of secrets) {
    try {
      return read(secret)
    } catch {
      // Another secret may fit; the error of this one is nobody's to know.
    }
  }
  return undefined
}

function isFarAway(signature: string, now: Date): boolean {
  // Of several times the library takes one, which need not be the one checked here: only one is
  // allowed.
  const parts = signature.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const seconds = times.length === 1 ? Number(/^t=(\d{1,12})$/.exec(times[0] ?? '')?.[1]) : NaN
  if (Number.isNaN(seconds)) return true
  return Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS
}

/** Anybody can send nonsense: it is logged once a minute, with the number of refusals. */
const noteRefusal = logSometimes('a webhook was refused', 'warn')

function notSigned(ctx: AppContext, cause: string) {
  countRefusal({ reason: 'not signed' })
  noteMark(ctx, WEBHOOK_REFUSED, cause)
  noteRefusal(ctx, { cause })
  return refused()
}

function refused() {
  return badRequest('The signature of this event is not valid.')
}
