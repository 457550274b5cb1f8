import { PAGES } from './pages.ts'
import { withReturnPath } from './return-path.ts'

/**
 * Every address that pages and mails link to, except the back office's, which are in `admin/paths.facts.ts`.
 */
export const paths = {
  home: () => PAGES.home.path,
  /** `day` filters the feed to one day. */
  dailyDeals: (page = 1, day?: string) => {
    const asked = [...(day ? [`day=${day}`] : []), ...(page > 1 ? [`page=${page}`] : [])]
    return asked.length > 0 ? `${PAGES.dailyDeals.path}?${asked.join('&')}` : PAGES.dailyDeals.path
  },
  /** Where a payment returns to: the page that was wanted, or the feed. */
  paid: (sessionId: string, next: string = PAGES.dailyDeals.path) =>
    `${next}${next.includes('?') ? '&' : '?'}from_checkout=true&session_id=${encodeURIComponent(sessionId)}`,
  deal: (dealId: string) => PAGES.deal.path.replace(':dealId', encodeURIComponent(dealId)),
  /** The form for reporting a problem with a deal. */
  report: (dealId: string) => PAGES.report.path.replace(':dealId', encodeURIComponent(dealId)),
  /** The feed with one filter; parameters are in the order of addresses. */
  narrowed: (to: { category?: string; brand?: string; retailer?: string }) =>
    `${PAGES.dailyDeals.path}?${new URLSearchParams(to)}`,
  brands: () => PAGES.brands.path,
  brand: (slug: string, page = 1) => listAt(PAGES.brand.path, slug, page),
  categories: () => PAGES.categories.path,
  category: (slug: string, page = 1) => listAt(PAGES.category.path, slug, page),
  editions: (year?: string) => (year ? `${PAGES.editions.path}?year=${year}` : PAGES.editions.path),
  edition: (day: string, page = 1) => listAt(PAGES.edition.path, day, page),
  retailers: () => PAGES.retailers.path,
  retailer: (slug: string, page = 1) => listAt(PAGES.retailer.path, slug, page),
  /** `what`: the filters, as `writeFilters` writes them. */
  saved: (sort?: string, page = 1, what = '') => {
    const asked = [
      ...(what ? [what] : []),
      ...(sort && sort !== 'newest' ? [`sort=${sort}`] : []),
      ...(page > 1 ? [`page=${page}`] : []),
    ]
    return asked.length > 0 ? `${PAGES.saved.path}?${asked.join('&')}` : PAGES.saved.path
  },
  savings: (page = 1) => (page > 1 ? `${PAGES.savings.path}?page=${page}` : PAGES.savings.path),
  savingsCsv: () => '/api/savings/csv',
  inbox: (page = 1) => (page > 1 ? `${PAGES.inbox.path}?page=${page}` : PAGES.inbox.path),
  forYou: (page = 1) => (page > 1 ? `${PAGES.forYou.path}?page=${page}` : PAGES.forYou.path),
  /** Offers to undo that a deal was removed. */
  forYouWithout: (dealId: string) => `${PAGES.forYou.path}?without=${encodeURIComponent(dealId)}`,
  /** The feed with these filters, as `writeFilters` writes them. */
  search: (filters: string) => `${PAGES.dailyDeals.path}?${filters}`,
  forYouSetup: () => PAGES.forYouSetup.path,
  savedFeed: (token: string, format: string) => `/feeds/saved/${token}.${format}`,
  savedCsv: () => '/api/saved/csv',
  dealShare: (dealId: string) => `/share/deal/${encodeURIComponent(dealId)}.jpg`,
  track: (dealId: string, clickType: 'deal-card' | 'splash-carousel' | 'mail') =>
    `${PAGES.track.path}?deal_id=${encodeURIComponent(dealId)}&click_type=${clickType}`,
  // `next`: the page to come back to, as `returnPathAt` returns it.
  signIn: (next?: string) => withReturnPath(PAGES.signIn.path, next),
  signInAtHome: (next?: string) => withReturnPath(`${PAGES.home.path}?signin=true`, next),
  signUp: (next?: string) => withReturnPath(PAGES.signUp.path, next),
  guarantee: () => PAGES.guarantee.path,
  confirmSignUp: () => PAGES.confirmSignUp.path,
  confirmation: (token: string) => `${PAGES.confirmSignUp.path}?token=${encodeURIComponent(token)}`,
  signOut: () => PAGES.signOut.path,
  forgotPassword: (next?: string) => withReturnPath(PAGES.forgotPassword.path, next),
  passwordReset: () => PAGES.passwordReset.path,
  joinNow: (next?: string) => withReturnPath(PAGES.joinNow.path, next),
  getAccess: () => PAGES.getAccess.path,
  startSaving: () => PAGES.startSaving.path,
  /** The table of sizes, or one `chart` of it. */
  sizes: (chart?: string) => `${PAGES.sizes.path}${chart ? `#${chart}` : ''}`,
  /** Explains how a figure is counted; the whole page without one. */
  howWeCount: (figure?: string) => PAGES.howWeCount.path + (figure ? `#${figure}` : ''),
  privacyPolicy: () => PAGES.privacyPolicy.path,
  privacyChoices: () => `${PAGES.privacyPolicy.path}#your-choices`,
  terms: () => PAGES.terms.path,
  notices: () => PAGES.notices.path,
  /** The texts of the licences, written by the build. */
  noticesText: () => '/notices.txt',
  subscribe: (next?: string) => withReturnPath(PAGES.subscribe.path, next),
  checkoutSuccess: (sessionId: string) =>
    `${PAGES.checkoutSuccess.path}?session_id=${encodeURIComponent(sessionId)}`,
  /** For somebody who has just signed in, so that nothing more is asked. */
  checkoutOfSignedIn: (sessionId: string) =>
    `${PAGES.checkoutSuccess.path}?session_id=${encodeURIComponent(sessionId)}&signed_in=true`,
  finishAccount: (link: string) => `${PAGES.checkoutSuccess.path}?link=${encodeURIComponent(link)}`,
  checkoutDone: () => PAGES.checkoutSuccess.path,
  checkoutCancel: () => PAGES.checkoutCancel.path,
  account: () => PAGES.account.path,
  accountSettings: () => PAGES.accountSettings.path,
  accountMail: () => PAGES.accountMail.path,
  emailChange: () => PAGES.emailChange.path,
} as const

/** The address of a page of a list, `part` being the variable part of its path. */
function listAt(path: string, part: string, page: number): string {
  const address = path.replace(/:\w+/, encodeURIComponent(part))
  return page > 1 ? `${address}?page=${page}` : address
}

/** Where the payment provider sends its webhooks. */
export const WEBHOOK_PATH = '/api/stripe/webhook'
