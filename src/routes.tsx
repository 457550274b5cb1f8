import type { RouteObject } from 'react-router'
import { SiteErrorPage } from '#app/marketing/web/frame/SiteErrorPage.tsx'
import * as layout from '#app/marketing/web/frame/SiteLayout.tsx'
import { leaveTagsBehind } from '#app/web/page/tag-document.ts'

/**
 * The whole site: address -> page. The id of a page is its source file, by which the server finds
 * the script to preload.
 */
export const routes: RouteObject[] = [
  {
    id: 'site',
    middleware: [leaveTagsBehind],
    loader: layout.loader,
    Component: layout.Component,
    ErrorBoundary: SiteErrorPage,
    children: [
      {
        id: 'src/marketing/web/landing/LandingPage.tsx',
        index: true,
        lazy: () => import('#app/marketing/web/landing/LandingPage.tsx'),
      },
      {
        id: 'src/deals/web/DailyDealsPage.tsx',
        path: '/daily-deals',
        lazy: () => import('#app/deals/web/DailyDealsPage.tsx'),
      },
      {
        id: 'src/deals/web/DealPage.tsx',
        path: '/deal/:dealId',
        lazy: () => import('#app/deals/web/DealPage.tsx'),
      },
      {
        id: 'src/tracking/web/TrackPage.tsx',
        path: '/track',
        lazy: () => import('#app/tracking/web/TrackPage.tsx'),
      },
      {
        id: 'src/accounts/web/SignInPage.tsx',
        path: '/sign-in',
        lazy: () => import('#app/accounts/web/SignInPage.tsx'),
      },
      {
        id: 'src/accounts/web/ForgotPasswordPage.tsx',
        path: '/forgot-password',
        lazy: () => import('#app/accounts/web/ForgotPasswordPage.tsx'),
      },
      {
        id: 'src/accounts/web/PasswordResetPage.tsx',
        path: '/password-reset',
        lazy: () => import('#app/accounts/web/PasswordResetPage.tsx'),
      },
      {
        id: 'src/membership/web/join/JoinNowPage.tsx',
        path: '/join-now',
        lazy: () => import('#app/membership/web/join/JoinNowPage.tsx'),
      },
      {
        id: 'src/membership/web/join/SubscribePage.tsx',
        path: '/subscribe',
        lazy: () => import('#app/membership/web/join/SubscribePage.tsx'),
      },
      {
        id: 'src/membership/web/after-checkout/CheckoutSuccessPage.tsx',
        path: '/checkout/success',
        lazy: () => import('#app/membership/web/after-checkout/CheckoutSuccessPage.tsx'),
      },
      {
        id: 'src/membership/web/join/CheckoutCancelPage.tsx',
        path: '/checkout/cancel',
        lazy: () => import('#app/membership/web/join/CheckoutCancelPage.tsx'),
      },
      {
        id: 'src/membership/web/account/AccountPage.tsx',
        path: '/account',
        lazy: () => import('#app/membership/web/account/AccountPage.tsx'),
        children: [
          {
            id: 'src/privacy/web/PrivacyCentre.tsx',
            index: true,
            lazy: () => import('#app/privacy/web/PrivacyCentre.tsx'),
          },
        ],
      },
      {
        id: 'src/accounts/web/sign-out.ts',
        path: '/sign-out',
        lazy: () => import('#app/accounts/web/sign-out.ts'),
      },
      {
        id: 'src/marketing/web/landing/GetAccessPage.tsx',
        path: '/get-access',
        lazy: () => import('#app/marketing/web/landing/GetAccessPage.tsx'),
      },
      {
        id: 'src/marketing/web/landing/StartSavingPage.tsx',
        path: '/start-saving',
        lazy: () => import('#app/marketing/web/landing/StartSavingPage.tsx'),
      },
      {
        id: 'src/marketing/web/legal/PrivacyPolicyPage.tsx',
        path: '/privacy-policy',
        lazy: () => import('#app/marketing/web/legal/PrivacyPolicyPage.tsx'),
      },
      {
        id: 'src/marketing/web/legal/TermsPage.tsx',
        path: '/terms',
        lazy: () => import('#app/marketing/web/legal/TermsPage.tsx'),
      },
      {
        id: 'src/marketing/web/frame/NotFoundPage.tsx',
        path: '*',
        lazy: () => import('#app/marketing/web/frame/NotFoundPage.tsx'),
      },
    ],
  },
  {
    id: 'src/admin/web/AdminLayout.tsx',
    middleware: [leaveTagsBehind],
    lazy: () => import('#app/admin/web/AdminLayout.tsx'),
    ErrorBoundary: SiteErrorPage,
    children: [
      {
        id: 'src/admin/web/DealsPage.tsx',
        path: '/admin',
        lazy: () => import('#app/admin/web/DealsPage.tsx'),
      },
      {
        id: 'src/admin/web/MetricsPage.tsx',
        path: '/admin/figures',
        lazy: () => import('#app/admin/web/MetricsPage.tsx'),
      },
      {
        id: 'src/admin/web/ImportsPage.tsx',
        path: '/admin/imports',
        lazy: () => import('#app/admin/web/ImportsPage.tsx'),
      },
      {
        id: 'src/admin/web/AuditPage.tsx',
        path: '/admin/audit',
        lazy: () => import('#app/admin/web/AuditPage.tsx'),
      },
      // Said here and not in a list of their own: a build without them is not to hold a trace.
      ...(import.meta.env.HAS_DEV_TOOLS
        ? [
            {
              id: 'src/devtools/web/SubscriptionTestPage.tsx',
              path: '/admin/subscription-test',
              lazy: () => import('#app/devtools/web/SubscriptionTestPage.tsx'),
            },
            {
              id: 'src/devtools/web/WebhookTesterPage.tsx',
              path: '/webhook-tester',
              lazy: () => import('#app/devtools/web/WebhookTesterPage.tsx'),
            },
            {
              id: 'src/devtools/web/WebhookDirectPage.tsx',
              path: '/webhook-direct',
              lazy: () => import('#app/devtools/web/WebhookDirectPage.tsx'),
            },
            {
              id: 'src/devtools/web/DevTestPage.tsx',
              path: '/dev-test',
              lazy: () => import('#app/devtools/web/DevTestPage.tsx'),
            },
          ]
        : []),
    ],
  },
]
