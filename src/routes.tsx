import type { RouteObject } from 'react-router'
import { SiteErrorPage } from '#app/marketing/web/SiteErrorPage.tsx'
import * as layout from '#app/marketing/web/SiteLayout.tsx'

/**
 * The whole site: address -> page. The id of a page is its source file, by which the server finds
 * the script to preload.
 */
export const routes: RouteObject[] = [
  {
    id: 'site',
    loader: layout.loader,
    Component: layout.Component,
    ErrorBoundary: SiteErrorPage,
    children: [
      {
        id: 'src/marketing/web/LandingPage.tsx',
        index: true,
        lazy: () => import('#app/marketing/web/LandingPage.tsx'),
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
        id: 'src/membership/web/JoinNowPage.tsx',
        path: '/join-now',
        lazy: () => import('#app/membership/web/JoinNowPage.tsx'),
      },
      {
        id: 'src/membership/web/SubscribePage.tsx',
        path: '/subscribe',
        lazy: () => import('#app/membership/web/SubscribePage.tsx'),
      },
      {
        id: 'src/membership/web/CheckoutSuccessPage.tsx',
        path: '/checkout/success',
        lazy: () => import('#app/membership/web/CheckoutSuccessPage.tsx'),
      },
      {
        id: 'src/membership/web/CheckoutCancelPage.tsx',
        path: '/checkout/cancel',
        lazy: () => import('#app/membership/web/CheckoutCancelPage.tsx'),
      },
      {
        id: 'src/membership/web/AccountPage.tsx',
        path: '/account',
        lazy: () => import('#app/membership/web/AccountPage.tsx'),
      },
      {
        id: 'src/accounts/web/sign-out.ts',
        path: '/sign-out',
        lazy: () => import('#app/accounts/web/sign-out.ts'),
      },
      {
        id: 'src/marketing/web/NotFoundPage.tsx',
        path: '*',
        lazy: () => import('#app/marketing/web/NotFoundPage.tsx'),
      },
    ],
  },
  {
    id: 'src/admin/web/AdminLayout.tsx',
    path: '/admin',
    lazy: () => import('#app/admin/web/AdminLayout.tsx'),
    ErrorBoundary: SiteErrorPage,
    children: [
      {
        id: 'src/admin/web/DealsDeskPage.tsx',
        index: true,
        lazy: () => import('#app/admin/web/DealsDeskPage.tsx'),
      },
      {
        id: 'src/admin/web/FiguresPage.tsx',
        path: 'figures',
        lazy: () => import('#app/admin/web/FiguresPage.tsx'),
      },
      {
        id: 'src/admin/web/ImportsPage.tsx',
        path: 'imports',
        lazy: () => import('#app/admin/web/ImportsPage.tsx'),
      },
      {
        id: 'src/admin/web/AuditPage.tsx',
        path: 'audit',
        lazy: () => import('#app/admin/web/AuditPage.tsx'),
      },
    ],
  },
]
