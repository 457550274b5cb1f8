import type { RouteObject } from 'react-router'
import * as dailyDeals from '#app/deals/web/DailyDealsPage.tsx'
import { SiteErrorPage } from '#app/marketing/web/frame/SiteErrorPage.tsx'
import * as layout from '#app/marketing/web/frame/SiteLayout.tsx'
import { PAGES } from '#app/shared/pages.ts'
import { leaveTagsBehind } from '#app/web/page/tag-document.ts'

/**
 * The pages of the site by route, listed in `shared/pages.ts`; those of the back office are in
 * `admin-routes.tsx`. A route's id is its source file, by which the server finds the script to preload.
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
        path: PAGES.dailyDeals.path,
        // Not lazy: everybody visits the feed, and it compresses best in one file with the common code.
        loader: dailyDeals.loader,
        Component: dailyDeals.Component,
        handle: dailyDeals.handle,
      },
      {
        id: 'src/deals/web/DealPage.tsx',
        path: PAGES.deal.path,
        lazy: () => import('#app/deals/web/DealPage.tsx'),
      },
      {
        id: 'src/deals/web/SizesPage.tsx',
        path: PAGES.sizes.path,
        lazy: () => import('#app/deals/web/SizesPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/BrandsPage.tsx',
        path: PAGES.brands.path,
        lazy: () => import('#app/deals/web/browse/BrandsPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/BrandPage.tsx',
        path: PAGES.brand.path,
        lazy: () => import('#app/deals/web/browse/BrandPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/CategoriesPage.tsx',
        path: PAGES.categories.path,
        lazy: () => import('#app/deals/web/browse/CategoriesPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/CategoryPage.tsx',
        path: PAGES.category.path,
        lazy: () => import('#app/deals/web/browse/CategoryPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/EditionsPage.tsx',
        path: PAGES.editions.path,
        lazy: () => import('#app/deals/web/browse/EditionsPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/EditionPage.tsx',
        path: PAGES.edition.path,
        lazy: () => import('#app/deals/web/browse/EditionPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/RetailersPage.tsx',
        path: PAGES.retailers.path,
        lazy: () => import('#app/deals/web/browse/RetailersPage.tsx'),
      },
      {
        id: 'src/deals/web/browse/RetailerPage.tsx',
        path: PAGES.retailer.path,
        lazy: () => import('#app/deals/web/browse/RetailerPage.tsx'),
      },
      {
        id: 'src/saved/web/SavedPage.tsx',
        path: PAGES.saved.path,
        lazy: () => import('#app/saved/web/SavedPage.tsx'),
      },
      {
        id: 'src/reports/web/ReportPage.tsx',
        path: PAGES.report.path,
        lazy: () => import('#app/reports/web/ReportPage.tsx'),
      },
      {
        id: 'src/guarantee/web/WithMeter.tsx',
        lazy: () => import('#app/guarantee/web/WithMeter.tsx'),
        children: [
          {
            id: 'src/savings/web/SavingsPage.tsx',
            path: PAGES.savings.path,
            lazy: () => import('#app/savings/web/SavingsPage.tsx'),
          },
        ],
      },
      {
        id: 'src/notices/web/InboxPage.tsx',
        path: PAGES.inbox.path,
        lazy: () => import('#app/notices/web/InboxPage.tsx'),
      },
      {
        id: 'src/follows/web/ForYouPage.tsx',
        path: PAGES.forYou.path,
        lazy: () => import('#app/follows/web/ForYouPage.tsx'),
      },
      {
        id: 'src/follows/web/setup/SetupPage.tsx',
        path: PAGES.forYouSetup.path,
        lazy: () => import('#app/follows/web/setup/SetupPage.tsx'),
      },
      {
        id: 'src/tracking/web/OutboundRedirectPage.tsx',
        path: PAGES.track.path,
        lazy: () => import('#app/tracking/web/OutboundRedirectPage.tsx'),
      },
      {
        id: 'src/accounts/web/SignInPage.tsx',
        path: PAGES.signIn.path,
        lazy: () => import('#app/accounts/web/SignInPage.tsx'),
      },
      {
        id: 'src/accounts/web/sign-up/SignUpPage.tsx',
        path: PAGES.signUp.path,
        lazy: () => import('#app/accounts/web/sign-up/SignUpPage.tsx'),
      },
      {
        id: 'src/accounts/web/sign-up/ConfirmEmailPage.tsx',
        path: PAGES.confirmSignUp.path,
        lazy: () => import('#app/accounts/web/sign-up/ConfirmEmailPage.tsx'),
      },
      {
        id: 'src/accounts/web/ForgotPasswordPage.tsx',
        path: PAGES.forgotPassword.path,
        lazy: () => import('#app/accounts/web/ForgotPasswordPage.tsx'),
      },
      {
        id: 'src/accounts/web/PasswordResetPage.tsx',
        path: PAGES.passwordReset.path,
        lazy: () => import('#app/accounts/web/PasswordResetPage.tsx'),
      },
      {
        id: 'src/membership/web/join/JoinNowPage.tsx',
        path: PAGES.joinNow.path,
        lazy: () => import('#app/membership/web/join/JoinNowPage.tsx'),
      },
      {
        id: 'src/membership/web/join/SubscribePage.tsx',
        path: PAGES.subscribe.path,
        lazy: () => import('#app/membership/web/join/SubscribePage.tsx'),
      },
      {
        id: 'src/membership/web/after-checkout/CheckoutSuccessPage.tsx',
        path: PAGES.checkoutSuccess.path,
        lazy: () => import('#app/membership/web/after-checkout/CheckoutSuccessPage.tsx'),
      },
      {
        id: 'src/membership/web/join/CheckoutCancelPage.tsx',
        path: PAGES.checkoutCancel.path,
        lazy: () => import('#app/membership/web/join/CheckoutCancelPage.tsx'),
      },
      {
        id: 'src/membership/web/account/AccountPage.tsx',
        path: PAGES.account.path,
        lazy: () => import('#app/membership/web/account/AccountPage.tsx'),
        children: [
          {
            id: 'src/guarantee/web/GuaranteeOnAccount.tsx',
            lazy: () => import('#app/guarantee/web/GuaranteeOnAccount.tsx'),
            children: [
              {
                id: 'src/privacy/web/PrivacyCentre.tsx',
                index: true,
                lazy: () => import('#app/privacy/web/PrivacyCentre.tsx'),
              },
            ],
          },
        ],
      },
      {
        id: 'src/guarantee/web/GuaranteePage.tsx',
        path: PAGES.guarantee.path,
        lazy: () => import('#app/guarantee/web/GuaranteePage.tsx'),
      },
      {
        id: 'src/notices/web/MailPage.tsx',
        path: PAGES.accountMail.path,
        lazy: () => import('#app/notices/web/MailPage.tsx'),
      },
      {
        id: 'src/mailings/web/ConfirmInboxPage.tsx',
        path: PAGES.confirmInbox.path,
        lazy: () => import('#app/mailings/web/ConfirmInboxPage.tsx'),
      },
      {
        id: 'src/mailings/web/UnsubscribePage.tsx',
        path: PAGES.unsubscribe.path,
        lazy: () => import('#app/mailings/web/UnsubscribePage.tsx'),
      },
      {
        id: 'src/accounts/web/settings/SettingsPage.tsx',
        path: PAGES.accountSettings.path,
        lazy: () => import('#app/accounts/web/settings/SettingsPage.tsx'),
      },
      {
        id: 'src/accounts/web/settings/EmailChangePage.tsx',
        path: PAGES.emailChange.path,
        lazy: () => import('#app/accounts/web/settings/EmailChangePage.tsx'),
      },
      {
        id: 'src/accounts/web/sign-out.ts',
        path: PAGES.signOut.path,
        lazy: () => import('#app/accounts/web/sign-out.ts'),
      },
      {
        id: 'src/marketing/web/landing/GetAccessPage.tsx',
        path: PAGES.getAccess.path,
        lazy: () => import('#app/marketing/web/landing/GetAccessPage.tsx'),
      },
      {
        id: 'src/marketing/web/landing/StartSavingPage.tsx',
        path: PAGES.startSaving.path,
        lazy: () => import('#app/marketing/web/landing/StartSavingPage.tsx'),
      },
      {
        id: 'src/marketing/web/claims/HowWeCountPage.tsx',
        path: PAGES.howWeCount.path,
        lazy: () => import('#app/marketing/web/claims/HowWeCountPage.tsx'),
      },
      {
        id: 'src/marketing/web/legal/PrivacyPolicyPage.tsx',
        path: PAGES.privacyPolicy.path,
        lazy: () => import('#app/marketing/web/legal/PrivacyPolicyPage.tsx'),
      },
      {
        id: 'src/marketing/web/legal/TermsPage.tsx',
        path: PAGES.terms.path,
        lazy: () => import('#app/marketing/web/legal/TermsPage.tsx'),
      },
      {
        id: 'src/marketing/web/legal/NoticesPage.tsx',
        path: PAGES.notices.path,
        lazy: () => import('#app/marketing/web/legal/NoticesPage.tsx'),
      },
      {
        id: 'src/marketing/web/frame/NotFoundPage.tsx',
        path: '*',
        lazy: () => import('#app/marketing/web/frame/NotFoundPage.tsx'),
      },
    ],
  },
]
