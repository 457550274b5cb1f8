import { checkAddressNow } from '#app/checks/server/checks.ts'
import { findDemoMembers } from '#app/demo/demo.ts'
import { devtoolsRoutes } from '#app/devtools/server/devtools.routes.ts'
import { sweepGuarantees } from '#app/guarantee/server/sweep.ts'
import { lookupKeyOf, nameOfProduct } from '#app/membership/server/plans/prices.ts'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { countPayments, syncSubscription } from '#app/membership/server/subscription/sync.ts'
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
  /** Their names, for the line printed at the start. */
  names: string[]
  /** Called with the server's origin once it listens. */
  start: (origin: string) => Promise<void>
  stop: () => void
}

/** Opens stand-ins on our own port for every external service that is not configured. */
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

/** Runs the jobs that depend on the provider's clock after it was moved. */
async function doWhatIsDueByTheProvidersClock(ctx: AppContext): Promise<void> {
  await reconcile(ctx)
  await sweepGuarantees(ctx)
}

/** Registers the demo's members at the payment sandbox, so that their account pages work. */
async function registerDemoMembers(ctx: AppContext, sandbox: PaymentSandbox): Promise<void> {
  const members = await findDemoMembers(ctx)
  if (members.length === 0) return
  for (const member of members) {
    ensureMembership(ctx, sandbox, member)
    await syncSubscription(ctx, member.subscriptionId)
    // A member in their second year has a receipt of the first one.
    await countPayments(ctx, member.subscriptionId)
  }
  // Guarantees are computed from payments, so they are updated now.
  await sweepGuarantees(ctx)
}

/** Ensures a subscription to the default plan, paid with a valid card. */
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
