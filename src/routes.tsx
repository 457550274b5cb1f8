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
]
