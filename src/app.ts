import type { Logger } from 'pino'
import { accountsRoutes } from '#app/accounts/server/accounts.routes.ts'
import { guardUserRoutes } from '#app/accounts/server/sessions/sessions.ts'
import { settingsRoutes } from '#app/accounts/server/settings/settings.routes.ts'
import { announcementsRoutes } from '#app/admin/server/announcements/announcements.routes.ts'
import { auditRoutes } from '#app/admin/server/audit/audit.routes.ts'
import { checksDeskRoutes } from '#app/admin/server/checks/checks.routes.ts'
import { carouselsRoutes } from '#app/admin/server/deals/carousels.routes.ts'
import { adminDealFormsRoutes, adminDealsRoutes } from '#app/admin/server/deals/deals.routes.ts'
import { manyEditRoutes } from '#app/admin/server/deals/many-edit.routes.ts'
import { retailersRoutes } from '#app/admin/server/deals/retailers.routes.ts'
import { editionsRoutes } from '#app/admin/server/editions/editions.routes.ts'
import { guaranteeDeskRoutes } from '#app/admin/server/guarantee/guarantee.routes.ts'
import { linksRoutes } from '#app/admin/server/links/links.routes.ts'
import { mailDeskRoutes } from '#app/admin/server/mail/mail.routes.ts'
import { membersRoutes } from '#app/admin/server/members/members.routes.ts'
import { metricsRoutes } from '#app/admin/server/metrics/metrics.routes.ts'
import { thisMorningRoutes } from '#app/admin/server/morning/morning.routes.ts'
import { operationsRoutes } from '#app/admin/server/operations/operations.routes.ts'
import {
  adminSignInRoutes,
  ownKeysRoutes,
  peopleRoutes,
} from '#app/admin/server/people/people.routes.ts'
import { candidatesRoutes } from '#app/admin/server/product-feeds/candidates.routes.ts'
import {
  productFeedsRoutes,
  productFeedUploadRoutes,
} from '#app/admin/server/product-feeds/product-feeds.routes.ts'
import { ratesRoutes, ratesUploadRoutes } from '#app/admin/server/rates/rates.routes.ts'
import { reportsDeskRoutes } from '#app/admin/server/reports/reports.routes.ts'
import {
  networkReportUploadRoutes,
  savingsDeskRoutes,
} from '#app/admin/server/savings/savings.routes.ts'
import {
  guardAdminRoutes,
  isBackOfficeOpen,
  requireAdminSession,
} from '#app/admin/server/session/guards.ts'
import { adminLive } from '#app/admin/server/session/live.ts'
import { adminSessionRoutes } from '#app/admin/server/session/session.routes.ts'
import { bulkUploadRoutes, importsRoutes } from '#app/admin/server/uploads/uploads.routes.ts'
import { viewsRoutes } from '#app/admin/server/views/views.routes.ts'
import { wantedRoutes } from '#app/admin/server/wanted/wanted.routes.ts'
import { browseRoutes } from '#app/deals/server/browse/browse.routes.ts'
import { createBrowsing } from '#app/deals/server/browse/browsing.ts'
import { dealsRoutes } from '#app/deals/server/deals.routes.ts'
import { catalogueOf } from '#app/deals/server/deals.ts'
import { keepDealsInTime } from '#app/deals/server/life/keep-time.ts'
import { picturesRoutes } from '#app/deals/server/pictures/pictures.routes.ts'
import { pricesRoutes } from '#app/deals/server/prices.routes.ts'
import { searchRoutes } from '#app/deals/server/search/search.routes.ts'
import { createSearch } from '#app/deals/server/search/search.ts'
import { createSuggestions } from '#app/deals/server/search/suggestions.ts'
import { shareImagesRoutes } from '#app/deals/server/share-images/share-images.routes.ts'
import { followsRoutes } from '#app/follows/server/follows.routes.ts'
import { forYouRoutes } from '#app/follows/server/for-you/for-you.routes.ts'
import { guaranteeRoutes } from '#app/guarantee/server/guarantee.routes.ts'
import { mailingsRoutes } from '#app/mailings/server/mailings.routes.ts'
import { marketingRoutes } from '#app/marketing/server/marketing.routes.ts'
import { searchEnginesRoutes } from '#app/marketing/server/search-engines.routes.ts'
import { securityContactRoutes } from '#app/marketing/server/security-contact.routes.ts'
import { subscriptionActionsRoutes } from '#app/membership/server/account/actions.routes.ts'
import { checkoutRoutes } from '#app/membership/server/checkout/checkout.routes.ts'
import { finishOnSignIn } from '#app/membership/server/checkout/finish-on-sign-in.ts'
import { liveUpdates } from '#app/membership/server/live/live-updates.ts'
import { membershipRoutes } from '#app/membership/server/membership.routes.ts'
import { findOwnerBy } from '#app/membership/server/membership.ts'
import { webhookRoutes } from '#app/membership/server/webhooks/webhook.routes.ts'
import { inboxRoutes } from '#app/notices/server/inbox/inbox.routes.ts'
import { pushRoutes } from '#app/notices/server/push/push.routes.ts'
import { privacyRoutes } from '#app/privacy/server/privacy.routes.ts'
import { reportsRoutes } from '#app/reports/server/reports.routes.ts'
import { savedFeedsRoutes } from '#app/saved/server/feeds.routes.ts'
import { savedRoutes } from '#app/saved/server/saved.routes.ts'
import { savingsRoutes } from '#app/savings/server/savings.routes.ts'
import type { AppContext } from '#app/server/context.ts'
import { doorsRoutes } from '#app/server/doors.routes.ts'
import { healthRoutes } from '#app/server/health.ts'
import { addressNotFound } from '#app/server/http/errors.ts'
import { createHttp, type Http } from '#app/server/http/http.ts'
import { describeCalls, openApiRoutes } from '#app/server/http/open-api.ts'
import { acceptUploads } from '#app/server/uploads/multipart.ts'
import { consentRoutes } from '#app/tracking/server/consent.routes.ts'
import { marketingEventsRoutes } from '#app/tracking/server/marketing-events.routes.ts'
import { trackingRoutes } from '#app/tracking/server/tracking.routes.ts'

/**
 * Registers everything on the server, in the order in which a request meets it. `addSite` adds the pages and,
 * with them, the response to unknown addresses.
 */
export async function createApp(
  ctx: AppContext,
  log: Logger,
  addSite: (http: Http) => Promise<void> | void = callsOnly,
): Promise<Http> {
  const http = await createHttp(ctx.config, log, ctx)
  // While draining, a connection kept open would invite a request that nobody is left to answer.
  http.addHook('onRequest', (_request, reply, done) => {
    if (ctx.isDraining()) reply.header('connection', 'close')
    done()
  })
  keepDealsInTime(http, ctx)
  guardUserRoutes(http, ctx)
  guardAdminRoutes(http, ctx)
  http.findSessionOwner = (token) => findOwnerBy(ctx, token)
  await describeCalls(http, { title: ctx.config.club.name })
  const catalogue = catalogueOf(ctx)
  const browsing = createBrowsing(ctx, catalogue)
  const search = createSearch(ctx, catalogue)
  const suggestions = createSuggestions(ctx, catalogue)
  liveUpdates(http, ctx)
  adminLive(http, ctx)

  await http.register(async (routes: Http) => {
    healthRoutes(routes, ctx)
    doorsRoutes(routes, ctx)
    accountsRoutes(routes, ctx, (request, user) => finishOnSignIn(ctx, request, user))
    settingsRoutes(routes, ctx)
    membershipRoutes(routes, ctx)
    checkoutRoutes(routes, ctx)
    webhookRoutes(routes, ctx)
    subscriptionActionsRoutes(routes, ctx)
    dealsRoutes(routes, ctx, catalogue)
    pricesRoutes(routes, ctx)
    browseRoutes(routes, ctx, browsing)
    searchRoutes(routes, ctx, { catalogue, search, suggestions })
    picturesRoutes(routes, ctx)
    shareImagesRoutes(routes, ctx, catalogue)
    trackingRoutes(routes, ctx, catalogue)
    savingsRoutes(routes, ctx, catalogue)
    guaranteeRoutes(routes, ctx)
    savedRoutes(routes, ctx, catalogue)
    savedFeedsRoutes(routes, ctx, catalogue)
    followsRoutes(routes, ctx)
    forYouRoutes(routes, ctx, catalogue)
    reportsRoutes(routes, ctx, catalogue)
    inboxRoutes(routes, ctx, catalogue)
    mailingsRoutes(routes, ctx)
    pushRoutes(routes, ctx)
    consentRoutes(routes, ctx)
    marketingEventsRoutes(routes, ctx)
    privacyRoutes(routes, ctx)
    marketingRoutes(routes, ctx, catalogue)
    searchEnginesRoutes(routes, ctx, catalogue)
    securityContactRoutes(routes, ctx)
    adminSessionRoutes(routes, ctx)
    adminSignInRoutes(routes, ctx)
    ownKeysRoutes(routes, ctx)
    peopleRoutes(routes, ctx)
    membersRoutes(routes, ctx)
    thisMorningRoutes(routes, ctx)
    operationsRoutes(routes, ctx)
    announcementsRoutes(routes, ctx)
    adminDealsRoutes(routes, ctx)
    manyEditRoutes(routes, ctx)
    editionsRoutes(routes, ctx)
    viewsRoutes(routes, ctx)
    carouselsRoutes(routes, ctx)
    retailersRoutes(routes, ctx)
    importsRoutes(routes, ctx)
    auditRoutes(routes, ctx, async (request) => {
      return (await requireAdminSession(ctx, request)).role === 'owner'
    })
    mailDeskRoutes(routes, ctx)
    guaranteeDeskRoutes(routes, ctx)
    savingsDeskRoutes(routes, ctx)
    reportsDeskRoutes(routes, ctx)
    checksDeskRoutes(routes, ctx)
    productFeedsRoutes(routes, ctx)
    ratesRoutes(routes, ctx)
    candidatesRoutes(routes, ctx)
    wantedRoutes(routes, ctx)
    linksRoutes(routes, ctx)
    metricsRoutes(routes, ctx)
    openApiRoutes(routes, (request) => isBackOfficeOpen(ctx, request))
  })
  // Routes that accept multipart forms; all others refuse them.
  await http.register(async (routes: Http) => {
    await acceptUploads(routes, ctx)
    adminDealFormsRoutes(routes, ctx)
    bulkUploadRoutes(routes, ctx)
    networkReportUploadRoutes(routes, ctx)
    productFeedUploadRoutes(routes, ctx)
    ratesUploadRoutes(routes, ctx)
  })
  await addSite(http)
  return http
}

/** Without pages, every unknown address is an unknown call. */
function callsOnly(http: Http) {
  http.setNotFoundHandler((request) => {
    throw addressNotFound(request)
  })
}
