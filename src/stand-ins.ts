import { checkAddressNow } from '#app/checks/server/checks.ts'
import { findDemoMembers } from '#app/demo/demo.ts'
import { devtoolsRoutes } from '#app/devtools/server/devtools.routes.ts'
import { sweepGuarantees } from '#app/guarantee/server/sweep.ts'
import { lookupKeyOf, nameOfProduct } from '#app/membership/server/plans/prices.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { offer } from '#app/shared/offer.ts'
import { filmStandIn } from '#sandbox/film/film.ts'
import { outboxPages } from '#sandbox/outbox/outbox.ts'
import { paymentPages } from '#sandbox/payments/pages.routes.ts'
import { openPaymentSandbox, type PaymentSandbox } from '#sandbox/payments/sandbox.ts'
import { pushStandIn } from '#sandbox/push/push.ts'
import { retailerStandIns } from '#sandbox/retailers/retailers.ts'

export type StandIns = {
  /** By name, for the line that greets whoever starts the server. */
  names: string[]
  /** Called once the server listens, at this origin. */
  start: (origin: string) => Promise<void>
  stop: () => void
}

/** Whatever of the outside world is not configured is played on our own port. */
export function openStandIns(http: Http, ctx: AppContext): StandIns {
  const { config } = ctx
  const names: string[] = []
  if (config.isDemo) {
    retailerStandIns(http, {
      dataDir: config.dataDir,
      look: (address, when) => checkAddressNow(ctx, address, when),
    })
    filmStandIn(http)
    names.push('retailer pages')
  }
  if (!config.mail.smtpUrl) {
    outboxPages(http, { dataDir: config.dataDir, eventsSecret: config.mail.eventsSecret })
    names.push(`mail in ${config.http.publicUrl}/sandbox/outbox`)
  }
  if (config.push.isSandbox) {
    pushStandIn(http, { origin: () => config.http.ownOrigin })
    names.push(`push in ${config.http.publicUrl}/sandbox/push`)
  }
  const sandbox = config.payments.isSandbox ? openSandbox(http, ctx) : undefined
  if (sandbox) names.push(`payments in ${config.http.publicUrl}/sandbox/payments`)
  if (config.devTools) {
    devtoolsRoutes(http, ctx, sandbox && ((draft) => ensureMembership(ctx, sandbox, draft)))
    names.push('developer tools')
  }
  return {
    names,
    start: async (origin) => {
      sandbox?.start(origin)
      if (sandbox && config.isDemo) await registerDemoMembers(ctx, sandbox)
    },
    stop: () => sandbox?.stop(),
  }
}

function openSandbox(http: Http, ctx: AppContext): PaymentSandbox {
  const { config, log } = ctx
  const { publicUrl } = config.http
  const sandbox = openPaymentSandbox(http, {
    isProduction: config.isProduction,
    dataDir: config.dataDir,
    publicUrl,
    secretKey: config.payments.secretKey,
    webhookSecret: config.payments.webhookSecrets[0] ?? '',
    log,
    letShopWork: () => doWhatIsDueByTheProvidersClock(ctx),
  })
  paymentPages(http, sandbox, { publicUrl, merchant: config.club.name })
  return sandbox
}

/** What the shop does by itself as the provider's time goes by. */
async function doWhatIsDueByTheProvidersClock(ctx: AppContext): Promise<void> {
  await reconcile(ctx)
  await sweepGuarantees(ctx)
}

/** The demo's members have paid at the sandbox too, so that the account page has something to do. */
async function registerDemoMembers(ctx: AppContext, sandbox: PaymentSandbox): Promise<void> {
  const members = await findDemoMembers(ctx)
  if (members.length === 0) return
  for (const member of members) {
    ensureMembership(ctx, sandbox, member)
    await syncSubscription(ctx, member.subscriptionId)
  }
  // With how the first year stands, which is read of what was paid.
  await sweepGuarantees(ctx)
}

/** The usual plan, paid for by a good card. */
export function ensureMembership(
  ctx: Pick<AppContext, 'config'>,
  sandbox: PaymentSandbox,
  { subscriptionId, email, startedAt }: { subscriptionId: string; email: string; startedAt?: Date },
): void {
  const { interval } = offer.plans[offer.defaultPlan]
  sandbox.ensureSubscription({
    subscriptionId,
    customerId: subscriptionId.replace(/^sub_/, 'cus_'),
    email,
    ...(startedAt && { startedAt }),
    price: {
      lookupKey: lookupKeyOf(offer.defaultPlan),
      productName: nameOfProduct(ctx),
      unitAmount: ctx.config.prices.annual,
      currency: offer.currency,
      interval,
    },
  })
}
