import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { businessDay } from '#app/shared/dates.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { CANARIES, cookieOf, DEAL_IDS, NOW, UNPUBLISHED_ID } from './world.ts'

type Method = 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Viewer = { name: string; cookie: string | undefined; isFree: boolean }

/** Everyone who has not paid, by class: the viewers of a class get the same answers everywhere. */
const CLASSES: Viewer[][] = [
  [
    { name: 'visitor', cookie: undefined, isFree: false },
    { name: 'a session that is over', cookie: cookieOf('long-gone'), isFree: false },
    { name: 'a cookie of nonsense', cookie: 'session=%00%ff; session=x', isFree: false },
  ],
  ...[
    ['unconfirmed'],
    ['none', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired'],
    ['past_due'],
  ].map((statuses) => statuses.map(viewerOf)),
]

function viewerOf(status: string): Viewer {
  return { name: status, cookie: cookieOf(status), isFree: status !== 'unconfirmed' }
}

/** The first viewer of each class sends every request; the others of the class take turns. */
function viewersOf(request: number): Viewer[] {
  return CLASSES.flatMap(([first, ...others]) => {
    const other = others[request % Math.max(1, others.length)]
    return [first, other].flatMap((viewer) => viewer ?? [])
  })
}

/** Every address and method; pictures are added from the feed. */
async function scriptRequests(app: TestApp): Promise<InjectOptions[]> {
  const feed = await app.inject({ url: '/api/deals?limit=48' })
  const keys = new Set<string>()
  for (const [id] of feed.body.matchAll(/[0-9a-f]{32}(?=\.jpg)/g)) keys.add(id)
  const files = [...keys].flatMap((key) => [
    `${key}.jpg`,
    ...[320, 640, 960].flatMap((width) => [`${key}-${width}.avif`, `${key}-${width}.webp`]),
  ])
  const reads = [
    ...[
      '',
      '?page=1',
      '?page=2&limit=12',
      '?page=3&limit=7',
      '?page=99',
      '?limit=48',
      '?page=0',
      '?limit=x',
    ],
    ...[
      '?sort=productName',
      '?sort=-domain&limit=48',
      '?q=zyzzyva',
      '?filter=domain:zymurgy.example',
      '?fields=*',
    ],
  ].map((query) => `/api/deals${query}`)
  // Free deals, locked ones of each page, and ids that do not exist.
  const ids = [
    ...[0, 2, 3, 9, 29].flatMap((index) => DEAL_IDS[index] ?? []),
    UNPUBLISHED_ID,
    'missing-deal',
    '..%2fx',
    '%00',
  ]
  const urls = [
    ...reads,
    ...ids.flatMap((id) => [
      `/api/deals/${id}`,
      `/api/deals/${id}?link=none`,
      `/api/deals/${id}/prices`,
      `/api/track/deal/${id}`,
      `/deal/${id}`,
      `/deal/${id}/report`,
      `/api/reports/${id}`,
      `/track?deal_id=${id}`,
      `/share/deal/${id}.jpg`,
    ]),
    ...[1, 2, 3, 4, 5, 0, 6].map((carousel) => `/api/deals/carousel/${carousel}`),
    ...[
      '/api/deals/preview',
      `/api/deals/checked?ids=${DEAL_IDS[9]},${DEAL_IDS[2]}`,
      '/api/deals/figures',
      '/api/deals/figures?q=zyzzyva',
      '/api/front-page',
      '/api/user',
      '/api/subscription',
      '/api/subscription/upcoming',
      '/api/subscription/receipts',
      '/api/subscription/plan-change?plan=monthly',
      '/api/offer',
      '/api/guarantee',
      '/api/saved',
      '/api/saved?sort=price-up',
      '/api/saved?sort=percent-off',
      '/api/saved?sort=changed',
      '/api/saved/ids',
      '/api/mail/choices',
      '/api/mail/unsubscribe/nothing',
      '/account/mail',
      '/confirm-inbox?token=x',
      '/unsubscribe/nothing',
      '/deal/nothing?from=mail',
      '/api/follows',
      '/api/for-you',
      '/api/for-you?page=2',
      '/api/for-you/setup',
      '/api/for-you/brands?q=mais',
      '/api/for-you/brands?q=zyzzyva',
      '/api/notices',
      '/api/notices/unread',
      '/inbox',
      '/guarantee',
      '/api/savings',
      '/savings',
      '/saved',
      '/saved?sort=changed',
      '/api/csrf-token',
      '/api/verify-checkout-session',
      '/api/verify-checkout-session?session_id=cs_test_a1b2c3d4e5f6g7h8',
      '/api/verify-checkout-session?link=nothing',
      '/api/openapi.json',
      '/api/nothing',
      '/healthz',
    ],
    ...[
      '/',
      '/?signin=true',
      '/join-now',
      '/join-now?plan=monthly',
      '/subscribe',
      '/checkout/success',
      '/checkout/success?session_id=cs_test_a1b2c3d4e5f6g7h8',
      '/checkout/success?link=nothing',
      '/checkout/success?preview=true',
      '/checkout/cancel',
      '/account',
      '/get-access',
      '/start-saving',
      '/privacy-policy',
      '/terms',
      '/sizes',
      '/how-we-count',
      '/api/claims',
      '/sign-up',
      '/sign-up?next=/deal/deal00000009',
      '/confirm-email',
      '/confirm-email?token=nothing',
      `/sign-in?next=/deal/${DEAL_IDS[9]}`,
      '/forgot-password',
      '/password-reset',
      '/password-reset?token=nothing',
      '/daily-deals',
      '/daily-deals?page=2',
      '/daily-deals?page=99',
      '/daily-deals?q=zyzzyva',
    ],
    ...browsing(),
    ...[
      '/sign-in',
      '/track',
      '/nothing-here',
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap/1.xml',
      '/sitemap/2.xml',
      '/share/site.jpg',
      '/daily-deals/x.css',
      '/favicon.svg',
    ],
    ...['', '/figures', '/imports', '/audit', '?q=zyzzyva', '/audit?q=zyzzyva'].map(
      (page) => `/admin${page}`,
    ),
    ...[
      'session',
      'deals',
      'deals?q=zyzzyva&state=published',
      `deals?ids=${DEAL_IDS[9]}`,
      'deals/filters',
      `deals/${DEAL_IDS[9]}`,
      'deals/missing-deal',
      'imports',
      'imports/template',
      'audit',
      `audit?kind=deal&subjectId=${DEAL_IDS[9]}`,
      'audit/filters',
      'audit.csv',
      'figures',
    ].map((call) => `/api/admin/${call}`),
    ...files.map((file) => `/ndc-images/${file}`),
    ...['zymurgy.jpg', '../x.jpg', `${'0'.repeat(32)}.jpg`].map((file) => `/ndc-images/${file}`),
  ]
  const heads = [
    '/',
    '/daily-deals',
    '/api/deals',
    `/deal/${DEAL_IDS[9]}`,
    `/api/deals/${DEAL_IDS[9]}`,
    `/ndc-images/${files[0]}`,
  ]
  const changes: InjectOptions[] = [
    {
      method: 'POST',
      url: '/api/log-event',
      payload: { eventType: 'locked-deal-click', eventData: { dealId: DEAL_IDS[9] ?? '' } },
    },
    { method: 'POST', url: '/api/login', payload: { email: 'none@people.test', password: '' } },
    ...['cancel', 'resume', 'fix-payment', 'portal', 'change-plan'].map((action) => ({
      method: 'POST' as const,
      url: `/api/subscription/${action}`,
      payload: { plan: 'monthly', dealId: DEAL_IDS[9] ?? '' },
    })),
    ...[
      ['/api/create-checkout-session', { priceId: 'annual' }],
      ['/api/complete-checkout', { session_id: 'cs_test_a1b2c3d4e5f6g7h8', email: 'a@b.test' }],
      ['/api/checkout-link', { link: 'nothing' }],
      ['/api/sign-up', { email: 'none@people.test', password: 'password' }],
      ['/api/confirm-email', { token: 'nothing' }],
      ['/api/confirmation-link', {}],
      ['/api/forgot-password', { email: 'none@people.test' }],
      ['/api/reset-password', { token: 'nothing', password: 'a-password-of-my-own' }],
      ['/api/stripe/webhook', {}],
    ].map(([url, payload]) => ({ method: 'POST' as const, url, payload }) as InjectOptions),
    ...adminChanges(),
  ]
  return [
    ...urls.map((url) => ({ url })),
    ...heads.map((url) => ({ method: 'HEAD' as const, url })),
    ...['/daily-deals', '/api/deals', '/'].map((url) => ({
      url,
      headers: { 'accept-encoding': 'br, gzip' },
    })),
    ...changes,
  ]
}

/** The browse pages by brand, category, edition and retailer, with shops of either world and of neither. */
function browsing(): string[] {
  const day = businessDay(NOW)
  const shops = ['zymurgy-1', 'an-altogether-longer-quillon-emporium-2', 'nobody', 'Any%20Shop']
  const places = [
    ...['brands', 'brands/house-3', 'brands/nobody', 'categories', 'categories/bags'],
    ...['categories/totes', 'categories/nothing', 'editions', 'editions?year=2026'],
    ...[`editions/${day}`, 'editions/2001-01-01', 'editions/x', 'retailers'],
    ...shops.map((shop) => `retailers/${shop}`),
  ]
  const lists = ['brands/house-3', 'categories/bags', `editions/${day}`, 'retailers/zymurgy-1']
  return [
    ...places.flatMap((place) => [`/${place}`, `/api/${place}`]),
    ...lists.flatMap((list) => [`/api/${list}/deals`, `/api/${list}/deals?page=2&limit=5`]),
    ...['/brands/house-3?page=2', '/retailers/zymurgy-1?page=2'],
    ...[3, 9, 28].map((index) => `/api/deals/${DEAL_IDS[index]}/related`),
    `/api/deals/${UNPUBLISHED_ID}/related`,
  ]
}

/** Changes that only an administrator may make, tried by everyone else. */
function adminChanges(): InjectOptions[] {
  const id = DEAL_IDS[9] ?? ''
  const changes: Array<[Method, string, object]> = [
    ['POST', '/api/admin/session', { password: 7 }],
    ['PATCH', '/api/admin/session', { name: 'Somebody' }],
    ['DELETE', '/api/admin/session', {}],
    ['POST', '/api/admin/check-link', { buyUrl: 'https://zymurgy.example/p/zyzzyva-9' }],
    ['POST', '/api/admin/pictures', {}],
    ['POST', '/api/deals', {}],
    ['PUT', `/api/deals/${id}`, {}],
    ['PATCH', `/api/deals/${id}/publish`, { isPublished: false }],
    ['PUT', `/api/admin/deals/${id}`, { showInSplash: true }],
    ['DELETE', `/api/deals/${id}`, {}],
    ['POST', '/api/admin/deals/publish', { ids: [id], isPublished: false }],
    ['POST', '/api/admin/deals/delete', { ids: [id] }],
    ['POST', '/api/admin/deals/restore', { ids: [id] }],
    ['POST', '/api/deals/bulk-upload', {}],
    ['POST', '/api/admin/imports/annotated', {}],
    ['POST', '/api/admin/imports/missing/undo', {}],
  ]
  return changes.map(([method, url, payload]) => ({ method, url, payload }))
}

/**
 * Sends the same requests to both worlds as every viewer. Returns what differs and what shows paid content,
 * up to `atMost` findings. `only` restricts the addresses.
 */
export async function findLeaks(
  one: TestApp,
  two: TestApp,
  { atMost = Number.POSITIVE_INFINITY, only = /^/ } = {},
): Promise<string[]> {
  const leaks: string[] = []
  const requests = (await scriptRequests(one)).filter(({ url }) => only.test(String(url)))
  for (const viewer of CLASSES.flat()) {
    for (const request of requests.filter((_, index) => viewersOf(index).includes(viewer))) {
      if (leaks.length >= atMost) return leaks
      const ask = (app: TestApp) =>
        viewer.cookie === undefined
          ? app.inject(request)
          : app.as({ cookie: viewer.cookie }).inject(request)
      const [first, second] = [await ask(one), await ask(two)]
      const where = `${viewer.name}: ${request.method ?? 'GET'} ${String(request.url)}`
      if (mask(first) !== mask(second)) leaks.push(`${where} differs between the worlds`)
      const shown = findCanary(first, viewer) ?? findCanary(second, viewer)
      if (shown) leaks.push(`${where} shows "${shown}"`)
    }
  }
  return leaks
}

/** Status, headers and body, without what differs in every response. */
function mask(response: LightMyRequestResponse): string {
  const { date, ...headers } = response.headers
  const body = response.rawPayload.toString('latin1')
  return maskRandom(JSON.stringify([response.statusCode, headers, body]))
}

/** Masks ids and secrets that are generated for each response. */
export function maskRandom(text: string): string {
  return text
    .replace(/(\\*"(?:requestId|csrfToken|purchaseEventId)\\*":\\*")[\w-]+/g, '$1')
    .replace(/cs_test_(?!a1b2)\w+/g, 'cs_test_')
    .replace(/\b(co|csrf|link|sign-up|token)=[\w-]{43}/g, '$1=')
}

function findCanary(response: LightMyRequestResponse, viewer: Viewer): string | undefined {
  const text = unpack(response).toString('latin1') + JSON.stringify(response.headers)
  const asked = decodeURIComponent(String(response.raw.req.url)).toLowerCase()
  const allowed = viewer.isFree ? ['preview-canary'] : []
  return findCanaryIn(
    text,
    CANARIES.filter((canary) => asked.includes(canary) || allowed.includes(canary)),
  )
}

/** Returns a word in the text that only members may see, also in disguise; undefined when there is none. */
export function findCanaryIn(text: string, allowed: string[] = []): string | undefined {
  const folded = text.toLowerCase()
  return CANARIES.filter((canary) => !allowed.includes(canary)).find((canary) =>
    disguises(canary).some((form) => folded.includes(form)),
  )
}

function unpack({ headers, rawPayload }: LightMyRequestResponse): Buffer {
  if (rawPayload.length === 0) return rawPayload
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload)
  return headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload
}

/** The word itself and the encodings in which it might slip out. */
function disguises(word: string): string[] {
  const hashes = ['md5', 'sha1', 'sha256'].map((kind) =>
    createHash(kind).update(word).digest('hex'),
  )
  return [
    word,
    Buffer.from(word).toString('hex'),
    Buffer.from(word).toString('base64').toLowerCase().slice(0, -2),
    ...hashes,
  ]
}
