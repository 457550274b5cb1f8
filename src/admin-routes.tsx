import type { RouteObject } from 'react-router'
import { SiteErrorPage } from '#app/marketing/web/frame/SiteErrorPage.tsx'
import { ADMIN_PAGES, DEV_PAGES } from '#app/shared/admin-pages.ts'
import { leaveTagsBehind } from '#app/web/page/tag-document.ts'

/**
 * The pages of the back office by route, listed in `shared/admin-pages.ts`. Browsers load this file only
 * there.
 */
export const adminRoutes: RouteObject[] = [
  {
    id: 'src/admin/web/AdminLayout.tsx',
    middleware: [leaveTagsBehind],
    lazy: () => import('#app/admin/web/AdminLayout.tsx'),
    ErrorBoundary: SiteErrorPage,
    children: [
      {
        id: 'src/admin/web/DealsPage.tsx',
        path: ADMIN_PAGES.deals.path,
        lazy: () => import('#app/admin/web/DealsPage.tsx'),
      },
      {
        id: 'src/admin/web/MetricsPage.tsx',
        path: ADMIN_PAGES.metrics.path,
        lazy: () => import('#app/admin/web/MetricsPage.tsx'),
      },
      {
        id: 'src/admin/web/BusinessPage.tsx',
        path: ADMIN_PAGES.business.path,
        lazy: () => import('#app/admin/web/BusinessPage.tsx'),
      },
      {
        id: 'src/admin/web/CarouselsPage.tsx',
        path: ADMIN_PAGES.carousels.path,
        lazy: () => import('#app/admin/web/CarouselsPage.tsx'),
      },
      {
        id: 'src/admin/web/RetailersPage.tsx',
        path: ADMIN_PAGES.retailers.path,
        lazy: () => import('#app/admin/web/RetailersPage.tsx'),
      },
      {
        id: 'src/admin/web/SavingsDeskPage.tsx',
        path: ADMIN_PAGES.savings.path,
        lazy: () => import('#app/admin/web/SavingsDeskPage.tsx'),
      },
      {
        id: 'src/admin/web/ImportsPage.tsx',
        path: ADMIN_PAGES.imports.path,
        lazy: () => import('#app/admin/web/ImportsPage.tsx'),
      },
      {
        id: 'src/admin/web/MailDeskPage.tsx',
        path: ADMIN_PAGES.mail.path,
        lazy: () => import('#app/admin/web/MailDeskPage.tsx'),
      },
      {
        id: 'src/admin/web/GuaranteeDeskPage.tsx',
        path: ADMIN_PAGES.guarantee.path,
        lazy: () => import('#app/admin/web/GuaranteeDeskPage.tsx'),
      },
      {
        id: 'src/admin/web/CandidatesPage.tsx',
        path: ADMIN_PAGES.candidates.path,
        lazy: () => import('#app/admin/web/CandidatesPage.tsx'),
      },
      {
        id: 'src/admin/web/ProductFeedsPage.tsx',
        path: ADMIN_PAGES.productFeeds.path,
        lazy: () => import('#app/admin/web/ProductFeedsPage.tsx'),
      },
      {
        id: 'src/admin/web/ChecksPage.tsx',
        path: ADMIN_PAGES.checks.path,
        lazy: () => import('#app/admin/web/ChecksPage.tsx'),
      },
      {
        id: 'src/admin/web/LinksPage.tsx',
        path: ADMIN_PAGES.links.path,
        lazy: () => import('#app/admin/web/LinksPage.tsx'),
      },
      {
        id: 'src/admin/web/RatesPage.tsx',
        path: ADMIN_PAGES.rates.path,
        lazy: () => import('#app/admin/web/RatesPage.tsx'),
      },
      {
        id: 'src/admin/web/ReportsPage.tsx',
        path: ADMIN_PAGES.reports.path,
        lazy: () => import('#app/admin/web/ReportsPage.tsx'),
      },
      {
        id: 'src/admin/web/editions/CalendarPage.tsx',
        path: ADMIN_PAGES.editions.path,
        lazy: () => import('#app/admin/web/editions/CalendarPage.tsx'),
      },
      {
        id: 'src/admin/web/editions/BoardPage.tsx',
        path: ADMIN_PAGES.edition.path,
        lazy: () => import('#app/admin/web/editions/BoardPage.tsx'),
      },
      {
        id: 'src/admin/web/AuditPage.tsx',
        path: ADMIN_PAGES.audit.path,
        lazy: () => import('#app/admin/web/AuditPage.tsx'),
      },
      {
        id: 'src/admin/web/MembersPage.tsx',
        path: ADMIN_PAGES.members.path,
        lazy: () => import('#app/admin/web/MembersPage.tsx'),
      },
      {
        id: 'src/admin/web/MemberPage.tsx',
        path: ADMIN_PAGES.member.path,
        lazy: () => import('#app/admin/web/MemberPage.tsx'),
      },
      {
        id: 'src/admin/web/operations/SwitchesPage.tsx',
        path: ADMIN_PAGES.switches.path,
        lazy: () => import('#app/admin/web/operations/SwitchesPage.tsx'),
      },
      {
        id: 'src/admin/web/operations/SetupPage.tsx',
        path: ADMIN_PAGES.setup.path,
        lazy: () => import('#app/admin/web/operations/SetupPage.tsx'),
      },
      {
        id: 'src/admin/web/PeoplePage.tsx',
        path: ADMIN_PAGES.people.path,
        lazy: () => import('#app/admin/web/PeoplePage.tsx'),
      },
      {
        id: 'src/admin/web/LettersPage.tsx',
        path: ADMIN_PAGES.letters.path,
        lazy: () => import('#app/admin/web/LettersPage.tsx'),
      },
      {
        id: 'src/admin/web/LetterPage.tsx',
        path: ADMIN_PAGES.letter.path,
        lazy: () => import('#app/admin/web/LetterPage.tsx'),
      },
      {
        id: 'src/admin/web/KeysPage.tsx',
        path: ADMIN_PAGES.keys.path,
        lazy: () => import('#app/admin/web/KeysPage.tsx'),
      },
      {
        id: 'src/admin/web/InvitationPage.tsx',
        path: ADMIN_PAGES.invitation.path,
        lazy: () => import('#app/admin/web/InvitationPage.tsx'),
      },
      // Inline rather than in a list of its own, so that a build without the developer tools contains no
      // trace of them.
      ...(import.meta.env.HAS_DEV_TOOLS
        ? [
            {
              id: 'src/devtools/web/SubscriptionTestPage.tsx',
              path: DEV_PAGES.subscriptionTest.path,
              lazy: () => import('#app/devtools/web/SubscriptionTestPage.tsx'),
            },
            {
              id: 'src/devtools/web/WebhookTesterPage.tsx',
              path: DEV_PAGES.webhookTester.path,
              lazy: () => import('#app/devtools/web/WebhookTesterPage.tsx'),
            },
            {
              id: 'src/devtools/web/WebhookDirectPage.tsx',
              path: DEV_PAGES.webhookDirect.path,
              lazy: () => import('#app/devtools/web/WebhookDirectPage.tsx'),
            },
            {
              id: 'src/devtools/web/DevTestPage.tsx',
              path: DEV_PAGES.devTest.path,
              lazy: () => import('#app/devtools/web/DevTestPage.tsx'),
            },
          ]
        : []),
    ],
  },
]
