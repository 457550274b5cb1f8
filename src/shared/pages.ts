import { FILTER_NAMES } from './filter-names.ts'

/** What is known about a page before it is opened. An absent property means no. */
export type Page = {
  /** The route pattern: `/deal/:dealId`. */
  path: string
  /** What the variable part of the path must match, if it is not one of our ids. */
  part?: RegExp
  /** Everyone but members gets the same page, whatever the variable part of the path is. */
  isOneForOthers?: true
  /**
   * The query parameters that the page reads. Only these reach it, and a cached page is cached per value of
   * them; all others are dropped and change nothing.
   */
  parameters?: readonly string[]
  /** Each of these parameters may be repeated. */
  mayRepeat?: true
  /** Reads any parameter: a list with many filters. */
  takesAnyParameter?: true
  /** People who sign in, sign up or join from here are brought back afterwards. */
  isReturnedTo?: true
  /**
   * Looks the same to all signed-in viewers of one class (free, lapsed, past due, member): it is rendered
   * once per class, and personal data is sent beside it.
   */
  isShared?: true
  /** Accepts a form post, so that it works before scripts have loaded. */
  takesForm?: true
  /** Has nothing to show: it only accepts a form post. */
  isFormOnly?: true
  /** Its address carries a secret, so it is never stored and never reported to anyone. */
  isSecretive?: true
  /**
   * Whether views may be reported to marketing. Pages are left out that carry a secret in their address, ask
   * for a password, show personal data or belong to the back office.
   */
  isMeasured?: true
  /** `listed`: in the sitemap. `open`: may be indexed, but is not in the sitemap. `hidden`: not indexed. */
  searchEngines: 'listed' | 'open' | 'hidden'
  /** Part of the way to joining: only from these pages is a new member led on. */
  isOnWayToJoining?: true
  /**
   * Open to somebody who has paid but has no account yet: every way to sign in must stay possible, and they
   * may read what they are signing up for.
   */
  isOpenBeforeAccount?: true
}

/** Every page of the site. `routes.tsx` holds the components; a test keeps the two in step. */
export const PAGES = {
  home: {
    path: '/',
    parameters: ['signin', 'next'],
    takesForm: true,
    isMeasured: true,
    searchEngines: 'listed',
    isOnWayToJoining: true,
  },
  dailyDeals: {
    path: '/daily-deals',
    parameters: [...FILTER_NAMES, 'sizes'],
    mayRepeat: true,
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
  },
  brands: {
    path: '/brands',
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
  },
  brand: {
    path: '/brands/:slug',
    part: /^[\p{L}\p{N}\p{M}-]{1,240}$/u,
    parameters: ['page'],
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'open',
  },
  categories: {
    path: '/categories',
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
  },
  category: {
    path: '/categories/:slug',
    parameters: ['page'],
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'open',
  },
  editions: {
    path: '/editions',
    parameters: ['year'],
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
  },
  edition: {
    path: '/editions/:day',
    parameters: ['page'],
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'open',
  },
  retailers: {
    path: '/retailers',
    isShared: true,
    isReturnedTo: true,
    searchEngines: 'hidden',
  },
  // Not returned to: its address may name a retailer, which must not be reported to anyone.
  retailer: {
    path: '/retailers/:slug',
    part: /^(?!\.{1,2}$)[^/\\\p{Cc}]{1,300}$/u,
    isOneForOthers: true,
    parameters: ['page'],
    isShared: true,
    searchEngines: 'hidden',
  },
  deal: {
    path: '/deal/:dealId',
    parameters: ['from'],
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'open',
    isOnWayToJoining: true,
  },
  report: {
    path: '/deal/:dealId/report',
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  saved: {
    path: '/saved',
    parameters: FILTER_NAMES,
    mayRepeat: true,
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  savings: {
    path: '/savings',
    parameters: ['page'],
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  inbox: {
    path: '/inbox',
    parameters: ['page'],
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  forYou: {
    path: '/for-you',
    parameters: ['page', 'without'],
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  forYouSetup: {
    path: '/for-you/setup',
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  track: {
    path: '/track',
    parameters: ['deal_id', 'click_type'],
    takesForm: true,
    isSecretive: true,
    searchEngines: 'hidden',
  },
  signIn: {
    path: '/sign-in',
    parameters: ['next'],
    takesForm: true,
    searchEngines: 'open',
    isOnWayToJoining: true,
    isOpenBeforeAccount: true,
  },
  signUp: {
    path: '/sign-up',
    parameters: ['next'],
    takesForm: true,
    searchEngines: 'listed',
  },
  confirmSignUp: {
    path: '/confirm-email',
    parameters: ['token'],
    takesForm: true,
    isSecretive: true,
    searchEngines: 'hidden',
  },
  signOut: { path: '/sign-out', takesForm: true, isFormOnly: true, searchEngines: 'hidden' },
  forgotPassword: {
    path: '/forgot-password',
    parameters: ['next'],
    takesForm: true,
    searchEngines: 'open',
    isOpenBeforeAccount: true,
  },
  passwordReset: {
    path: '/password-reset',
    parameters: ['token'],
    takesForm: true,
    isSecretive: true,
    searchEngines: 'hidden',
    isOpenBeforeAccount: true,
  },
  joinNow: {
    path: '/join-now',
    parameters: ['plan', 'next'],
    isMeasured: true,
    searchEngines: 'listed',
    isOnWayToJoining: true,
  },
  getAccess: { path: '/get-access', isMeasured: true, searchEngines: 'listed' },
  startSaving: { path: '/start-saving', isMeasured: true, searchEngines: 'listed' },
  subscribe: {
    path: '/subscribe',
    parameters: ['plan', 'next'],
    isMeasured: true,
    searchEngines: 'listed',
    isOnWayToJoining: true,
  },
  checkoutSuccess: {
    path: '/checkout/success',
    parameters: ['session_id', 'link', 'preview'],
    isSecretive: true,
    searchEngines: 'hidden',
    isOnWayToJoining: true,
    isOpenBeforeAccount: true,
  },
  checkoutCancel: {
    path: '/checkout/cancel',
    isMeasured: true,
    searchEngines: 'hidden',
    isOnWayToJoining: true,
  },
  account: { path: '/account', isReturnedTo: true, takesForm: true, searchEngines: 'hidden' },
  guarantee: { path: '/guarantee', isReturnedTo: true, takesForm: true, searchEngines: 'hidden' },
  accountSettings: {
    path: '/account/settings',
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  accountMail: {
    path: '/account/mail',
    isReturnedTo: true,
    takesForm: true,
    searchEngines: 'hidden',
  },
  confirmInbox: {
    path: '/confirm-inbox',
    parameters: ['token'],
    takesForm: true,
    isSecretive: true,
    searchEngines: 'hidden',
    isOpenBeforeAccount: true,
  },
  unsubscribe: {
    path: '/unsubscribe/:token',
    isSecretive: true,
    searchEngines: 'hidden',
    isOpenBeforeAccount: true,
  },
  emailChange: {
    path: '/email-change',
    parameters: ['confirm', 'stop'],
    takesForm: true,
    isSecretive: true,
    searchEngines: 'hidden',
    isOpenBeforeAccount: true,
  },
  sizes: {
    path: '/sizes',
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
  },
  howWeCount: {
    path: '/how-we-count',
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
    isOpenBeforeAccount: true,
  },
  privacyPolicy: {
    path: '/privacy-policy',
    parameters: ['version', 'since'],
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
    isOpenBeforeAccount: true,
  },
  terms: {
    path: '/terms',
    parameters: ['version', 'since'],
    isShared: true,
    isReturnedTo: true,
    isMeasured: true,
    searchEngines: 'listed',
    isOpenBeforeAccount: true,
  },
  notices: { path: '/notices', isShared: true, searchEngines: 'open', isOpenBeforeAccount: true },
} satisfies Record<string, Page>

const SITE: readonly Page[] = Object.values(PAGES)

/** The page of the site at a path, with or without a trailing slash. */
export function findPage(pathname: string): Page | undefined {
  const path = withoutSlash(pathname)
  return SITE.find((page) => isAt(page, path))
}

/**
 * Whether views of this path are reported. A trailing slash does not match, so that each page has one
 * reported address.
 */
export function isMeasuredPage(path: string): boolean {
  return SITE.some((page) => page.isMeasured && isAt(page, path))
}

/** Parameters that name a payment, carry a token, or turn the front page into the sign-in form. */
const NOT_FOR_TAGS = ['session_id', 'link', 'token', 'confirm', 'stop', 'signin']

/** Whether third-party scripts may run on a page: they can read its address and all its content. */
export function isOpenToTags({ pathname, searchParams }: URL): boolean {
  if (NOT_FOR_TAGS.some((name) => searchParams.has(name))) return false
  return isMeasuredPage(withoutSlash(pathname))
}

/** Whether a path, without a trailing slash, leads to the page. */
export function isAt(page: Page, pathname: string): boolean {
  const { path } = page
  if (!path.includes(':')) return path === pathname
  const given = pathname.split('/')
  const wanted = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => {
      const there = given[index] ?? ''
      return segment.startsWith(':') ? mayStandIn(page, decoded(there)) : there === segment
    })
  )
}

const AN_ID = /^[\w-]{1,64}$/

/** Whether a decoded text is valid as the variable part of the page's path. */
export function mayStandIn({ part = AN_ID }: Page, text: string): boolean {
  return part.test(text)
}

/** Decodes a path segment; returns it unchanged if it is malformed. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function withoutSlash(pathname: string): string {
  return pathname.replace(/(.)\/+$/, '$1')
}
