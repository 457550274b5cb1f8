import { FILTER_NAMES } from './filter-names.ts'

/** What is known of a page before it is opened. What is not said is no. */
export type Page = {
  /** As routes have it: `/deal/:dealId`. */
  path: string
  /** What may stand for the part of it that differs, where that is not an id of ours. */
  part?: RegExp
  /** For all but members it is one page, whatever stands for the part of its path that differs. */
  isOneForOthers?: true
  /**
   * What it reads of its address besides the path: these reach it, and a page that is kept is kept
   * for each. Any other parameter is left out on the way and changes nothing.
   */
  parameters?: readonly string[]
  /** Of these parameters each may stand there several times. */
  mayRepeat?: true
  /** Reads whatever stands there: a list that is narrowed in many ways. */
  takesAnyParameter?: true
  /** Whoever signs in, signs up or joins from here comes back to it afterwards. */
  isReturnedTo?: true
  /**
   * Looks the same to all who are signed in and of one class (free, lapsed, past due, member): it is drawn
   * once for each, and what is about one person alone comes beside it.
   */
  isShared?: true
  /** Takes a form, so that it works before scripts have loaded. */
  takesForm?: true
  /** Nothing to look at: only the form is taken. */
  isFormOnly?: true
  /** Its address carries a secret: it is kept nowhere and told to nobody. */
  isSecretive?: true
  /**
   * Whether marketing may be told that somebody saw it. Those that are left out carry a secret in
   * their address, ask for a password, show somebody's own affairs or belong to the back office.
   */
  isMeasured?: true
  /** `listed`: in the sitemap. `open`: found, but not by us. `hidden`: nobody's search leads there. */
  searchEngines: 'listed' | 'open' | 'hidden'
  /** On the way to joining: only from there is a new member led on. */
  isOnWayToJoining?: true
  /**
   * Somebody who has paid and has no account yet may look at it first: signing in by any way must
   * stay possible, and what is signed up for may be read.
   */
  isOpenBeforeAccount?: true
}

/** Every page of the site. `routes.tsx` says what is shown there; a test holds the two together. */
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
  // Not returned to: its address may name a retailer, and is told to nobody.
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

/** The page of the site at a path, with or without a slash at its end. */
export function findPage(pathname: string): Page | undefined {
  const path = withoutSlash(pathname)
  return SITE.find((page) => isAt(page, path))
}

/** Not with a slash at its end: what is told of has one address. */
export function isMeasuredPage(path: string): boolean {
  return SITE.some((page) => page.isMeasured && isAt(page, path))
}

/** What names a payment, opens a door, or turns the front page into the form that signs in. */
const NOT_FOR_TAGS = ['session_id', 'link', 'token', 'confirm', 'stop', 'signin']

/** Whether programs of others may run on a page: they can read its address and all that is on it. */
export function isOpenToTags({ pathname, searchParams }: URL): boolean {
  if (NOT_FOR_TAGS.some((name) => searchParams.has(name))) return false
  return isMeasuredPage(withoutSlash(pathname))
}

/** Whether a path, without a slash at its end, leads to the page. */
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

/** Whether this may stand for the part of the page's path that differs, as it is read. */
export function mayStandIn({ part = AN_ID }: Page, text: string): boolean {
  return part.test(text)
}

/** A part of an address as it is read; as it is written where it cannot be. */
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
