import Stripe from 'stripe'
import { comparedPrices } from '#app/membership/server/plans/prices.ts'
import type { AppContext } from '#app/server/context.ts'
import { readMark } from '#app/server/observability/setup-marks.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import type { Plan } from '#app/shared/offer.ts'
import { WEBHOOK_PATH } from '#app/shared/paths.ts'
import { WEBHOOK_REFUSED } from './signature.ts'
import { findLastWebhookEvent } from './webhook.queries.ts'
import { EVENTS_WE_HEAR } from './webhook.rules.ts'

/** An answer, or why there is none; never contains a key or somebody's address. */
type AskedOf<T> = { is: 'known'; value: T } | { is: 'unknown'; cause: string }

type EndpointFacts = {
  url: string
  isThere: boolean
  isEnabled: boolean
  /** Events that it is not subscribed to. */
  missing: string[]
  /** Null when it uses the account's default version. */
  apiVersion: string | null
  isOurVersion: boolean
}

type ProviderSetup = {
  isSandbox: boolean
  isLive: boolean
  key: AskedOf<{ isLive: boolean }>
  endpoint: AskedOf<EndpointFacts>
  prices: AskedOf<Array<{ plan: Plan; isThere: boolean; difference: string | undefined }>>
  portal: AskedOf<{ isOn: boolean }>
  lastEventAt: Date | null
  refusal: { at: Date; cause: string } | null
  /** How far the provider's clock is ahead of ours. */
  aheadMs: number
}

/** Asks the provider now how it is set up for us. Its errors become unknown values and are never thrown. */
export async function readProviderSetup(ctx: AppContext): Promise<ProviderSetup> {
  const { stripe, providerNow } = ctx.payments
  const { isSandbox, isLive } = ctx.config.payments
  const key = await asked(async () => {
    const { livemode } = await stripe.balance.retrieve()
    return { isLive: livemode }
  })
  // When the provider does not answer at all, four more calls would only keep the caller waiting
  // longer.
  const ask = <T>(work: () => Promise<T>): Promise<AskedOf<T>> | AskedOf<T> =>
    key.is === 'unknown' ? key : asked(work)
  const [endpoint, prices, portal, lastEventAt, refusal] = await Promise.all([
    ask(() => readEndpoint(ctx)),
    ask(() => comparedPrices(ctx)),
    ask(async () => {
      const { data } = await stripe.billingPortal.configurations.list({
        active: true,
        is_default: true,
        limit: 1,
      })
      return { isOn: data.length > 0 }
    }),
    findLastWebhookEvent(ctx.db),
    readMark(ctx, WEBHOOK_REFUSED),
  ])
  return {
    isSandbox,
    isLive,
    key,
    endpoint,
    prices,
    portal,
    lastEventAt,
    refusal: refusal ? { at: refusal.happenedAt, cause: refusal.words } : null,
    aheadMs: providerNow().getTime() - ctx.now().getTime(),
  }
}

async function readEndpoint(ctx: AppContext): Promise<EndpointFacts> {
  const url = `${ctx.config.http.publicUrl}${WEBHOOK_PATH}`
  const { data } = await ctx.payments.stripe.webhookEndpoints.list({ limit: 100 })
  const ours = data.filter((each) => each.url === url)
  const endpoint = ours.find(({ status }) => status === 'enabled') ?? ours[0]
  const told = new Set(endpoint?.enabled_events)
  return {
    url,
    isThere: endpoint !== undefined,
    isEnabled: endpoint?.status === 'enabled',
    missing: told.has('*') ? [] : EVENTS_WE_HEAR.filter((type) => !told.has(type)),
    apiVersion: endpoint?.api_version ?? null,
    isOurVersion: endpoint?.api_version === Stripe.API_VERSION,
  }
}

async function asked<T>(work: () => Promise<T>): Promise<AskedOf<T>> {
  try {
    return { is: 'known', value: await paymentCall(work) }
  } catch (error) {
    return { is: 'unknown', cause: causeInWords(error) }
  }
}

/** Uses only codes and our own words: the provider's messages may contain a part of the key. */
function causeInWords(error: unknown): string {
  if (error instanceof Problem) {
    const { reason } = error
    if (!reason) return 'it has not answered just before'
    const code = codeOf(reason.error)
    return code ? `${reason.words} (${code})` : reason.words
  }
  return codeOf(error) || 'it answered with something that we do not know'
}

function codeOf(error: unknown): string {
  const { code, type, statusCode } = (error ?? {}) as Record<string, unknown>
  return [statusCode, code ?? type].filter((each) => each !== undefined && each !== '').join(' ')
}
