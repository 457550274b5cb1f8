import { ADMIN_PAGES, PAGES } from './pages.ts'

/** Every address of the site that pages and mails link to. */
export const paths = {
  home: () => PAGES.home.path,
  /** `day` leaves out every other day. */
  dailyDeals: (page = 1, day?: string) => {
    const asked = [...(day ? [`day=${day}`] : []), ...(page > 1 ? [`page=${page}`] : [])]
    return asked.length > 0 ? `${PAGES.dailyDeals.path}?${asked.join('&')}` : PAGES.dailyDeals.path
  },
  paidDeals: (sessionId: string) =>
    `${PAGES.dailyDeals.path}?from_checkout=true&session_id=${encodeURIComponent(sessionId)}`,
  deal: (dealId: string) => PAGES.deal.path.replace(':dealId', encodeURIComponent(dealId)),
  dealShare: (dealId: string) => `/share/deal/${encodeURIComponent(dealId)}.jpg`,
  track: (dealId: string, clickType: 'deal-card' | 'splash-carousel') =>
    `${PAGES.track.path}?deal_id=${encodeURIComponent(dealId)}&click_type=${clickType}`,
  signIn: () => PAGES.signIn.path,
  signOut: () => PAGES.signOut.path,
  forgotPassword: () => PAGES.forgotPassword.path,
  passwordReset: () => PAGES.passwordReset.path,
  newPassword: (token: string) => `${PAGES.passwordReset.path}?token=${encodeURIComponent(token)}`,
  joinNow: () => PAGES.joinNow.path,
  getAccess: () => PAGES.getAccess.path,
  startSaving: () => PAGES.startSaving.path,
  privacyPolicy: () => PAGES.privacyPolicy.path,
  privacyChoices: () => `${PAGES.privacyPolicy.path}#your-choices`,
  terms: () => PAGES.terms.path,
  notices: () => PAGES.notices.path,
  /** The licences' own words, written by the build. */
  noticesText: () => '/notices.txt',
  subscribe: () => PAGES.subscribe.path,
  checkoutSuccess: (sessionId: string) =>
    `${PAGES.checkoutSuccess.path}?session_id=${encodeURIComponent(sessionId)}`,
  finishAccount: (link: string) => `${PAGES.checkoutSuccess.path}?link=${encodeURIComponent(link)}`,
  checkoutDone: () => PAGES.checkoutSuccess.path,
  checkoutCancel: () => PAGES.checkoutCancel.path,
  account: () => PAGES.account.path,
  accountSettings: () => PAGES.accountSettings.path,
  emailChange: () => PAGES.emailChange.path,
  confirmEmail: (token: string) => `${PAGES.emailChange.path}?confirm=${encodeURIComponent(token)}`,
  stopEmailChange: (token: string) => `${PAGES.emailChange.path}?stop=${encodeURIComponent(token)}`,
  admin: () => ADMIN_PAGES.deals.path,
  adminMetrics: () => ADMIN_PAGES.metrics.path,
  adminImports: () => ADMIN_PAGES.imports.path,
  adminAudit: () => ADMIN_PAGES.audit.path,
} as const
