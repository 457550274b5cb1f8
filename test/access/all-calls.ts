import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { NO_FEED_RULES } from '#app/product-feeds/product-feeds.facts.ts'
import type { Access, Role } from '#app/server/http/guards.ts'
import type { Http } from '#app/server/http/http.ts'
import { multipart } from '#test/support/multipart.ts'
import type { TestApp } from '#test/support/test-app.ts'
import type { Role as Person } from './people.ts'

export type Call = {
  name: string
  method: string
  url: string
  access: Access
  roles: readonly Role[]
  body: Body
}
type Body = Pick<InjectOptions, 'payload' | 'headers'>

/** An existing deal, so that a call that should be refused has something to damage. */
export const DEAL_ID = 'deal00000001'
export const UNPUBLISHED_ID = 'deal00000002'

/** The day of an edition, far enough ahead never to be over while tests run. */
const COMING_DAY = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString().slice(0, 10)

const EMPTY_SETUP = {
  departments: [],
  brands: [],
  categories: [],
  sizes: [],
  ceilings: {},
  hiddenBrands: [],
  hiddenCategories: [],
}

/** The body of a letter to a member. */
const LETTER = { subject: 'Terms', body: 'They change.', audience: 'free', about: null }
const PRESS = { id: 'a-press-of-a-form-0001', reason: 'They wrote to us' }

/** Valid bodies for the calls that change something. */
const BODIES: Record<string, object> = {
  'DELETE /api/account': { password: 'guess' },
  'POST /api/checkout-address': {
    session_id: `cs_test_${'x'.repeat(20)}`,
    email: 'other@people.test',
  },
  'POST /api/account/email': { email: 'other@people.test', password: 'guess' },
  'POST /api/account/email/confirm': { token: 'x'.repeat(43) },
  'POST /api/account/email/stop': { token: 'x'.repeat(43) },
  'POST /api/account/password': { currentPassword: 'guess', password: 'a-new-password-of-mine' },
  'POST /api/account/browsers/end': { id: 'none' },
  'PUT /api/saved/:dealId/target': { price: 100 },
  'PUT /api/saved/unlisted': { at: '2026-11-20T15:00:00.000Z' },
  'PUT /api/savings/trips/:dealId': { answer: 'not-bought' },
  'PUT /api/savings/deals/:dealId': { paid: 1, on: '2026-11-20' },
  'PUT /api/follows': { kind: 'category', value: 'boots' },
  'PUT /api/for-you/setup': EMPTY_SETUP,
  'POST /api/for-you/fit': EMPTY_SETUP,
  'POST /api/admin/checks/:dealId': { decision: 'ignore' },
  'POST /api/admin/candidates/pick': { ids: [1] },
  'POST /api/admin/candidates/dismiss': { ids: [1] },
  'POST /api/admin/candidates/bring-back': { ids: [1] },
  'POST /api/admin/product-feeds': {
    name: 'Spoiled',
    address: null,
    currency: 'USD',
    rules: NO_FEED_RULES,
  },
  'PATCH /api/admin/product-feeds/:dealId': { version: 1, name: 'Spoiled' },
  'POST /api/admin/reports/answer': {
    cases: [{ dealId: DEAL_ID, through: 1 }],
    decision: 'gone',
  },
  'POST /api/reports/:dealId': { kind: 'gone' },
  'PUT /api/notices/read': { through: 1 },
  'POST /api/admin/members/:dealId/refunds': {
    ...PRESS,
    invoiceId: 'in_nothing',
    amount: 1,
    seenLeft: 1,
  },
  'POST /api/admin/members/:dealId/days': { ...PRESS, days: 1, seenUntil: null },
  'POST /api/admin/members/:dealId/end': { ...PRESS, when: 'now' },
  'POST /api/admin/members/:dealId/sign-out': PRESS,
  'POST /api/admin/members/:dealId/links': PRESS,
  'POST /api/admin/members/:dealId/mails/:mailId': PRESS,
  'POST /api/admin/letters': LETTER,
  'PUT /api/admin/letters/:dealId': { ...LETTER, revision: 1 },
  'POST /api/admin/letters/:dealId/trial': { to: 'somebody@people.test' },
  'POST /api/admin/letters/:dealId/send': { revision: 1, hours: 8 },
  'POST /api/admin/letters/:dealId/resume': { hours: 8 },
  'PUT /api/admin/keys/password': { password: 'a-new-password-of-mine' },
  'POST /api/admin/people': { email: 'mallory@people.test', name: 'Mallory', role: 'owner' },
  'PATCH /api/admin/people/:dealId': { role: 'owner' },
  'POST /api/admin/session': { password: 'guess' },
  'POST /api/sign-up': { email: 'stranger@people.test', password: 'a-password-of-the-tests' },
  'POST /api/confirm-email': { token: 'nothing' },
  'PUT /api/mail/choices': {
    edition: 'daily',
    editionWeekday: 0,
    alerts: 'at-once',
    hour: 7,
    timeZone: 'America/Toronto',
    place: 'account',
  },
  'POST /api/admin/setup/letter': { to: 'mallory@people.test' },
  'PATCH /api/admin/switches/:dealId': { isOn: false, why: 'Spoiled' },
  'PATCH /api/admin/mail/streams/:dealId': { isStopped: true, reason: 'Spoiled' },
  'POST /api/admin/mail/preview': { as: 'member', edition: 'newest', to: 'mallory@people.test' },
  'PUT /api/admin/savings/:dealId': { decision: 'rejected', reason: 'Spoiled' },
  'POST /api/admin/mail/held': { action: 'drop', ids: ['none'] },
  'POST /api/admin/guarantee/:dealId/decision': { decision: 'pay', reason: 'Spoiled' },
  'POST /api/mail/inbox-proof': { token: 'x'.repeat(43) },
  'POST /api/mail/events': { events: [{ type: 'bounce', messageId: 'none@club.example' }] },
  'PATCH /api/admin/session': { name: 'Mallory' },
  'POST /api/admin/check-link': { buyUrl: 'https://shop.example/p/new' },
  'PUT /api/admin/deals/:dealId': { showInSplash: true },
  'PATCH /api/deals/:dealId/publish': { isPublished: true },
  'PATCH /api/admin/carousels/:dealId': { title: 'Spoiled' },
  'PATCH /api/admin/retailers/:dealId': { version: 1, network: 'Spoiled' },
  'PUT /api/admin/carousels/order': { numbers: [5, 4, 3, 2, 1] },
  'POST /api/admin/deals/prices-seen': { ids: [DEAL_ID] },
  'POST /api/admin/deals/warnings': { ids: [DEAL_ID] },
  'POST /api/admin/deals/publish': { ids: [UNPUBLISHED_ID], isPublished: true },
  'POST /api/admin/deals/alternative-texts': {
    texts: [{ id: DEAL_ID, picture: 'none.jpg', text: 'Spoiled' }],
  },
  'POST /api/admin/editions/:dealId/deals': { ids: [UNPUBLISHED_ID] },
  'POST /api/admin/editions/:dealId/out': { ids: [DEAL_ID] },
  'POST /api/admin/editions/:dealId/moves': { id: DEAL_ID, version: 0, after: null },
  'POST /api/admin/editions/:dealId/schedule': { ids: [UNPUBLISHED_ID], time: '07:00' },
  'POST /api/admin/editions/:dealId/unschedule': { ids: [UNPUBLISHED_ID] },
  'POST /api/admin/deals/delete': { ids: [DEAL_ID] },
  'POST /api/admin/deals/end': { ids: [DEAL_ID], reason: 'sold-out' },
  'POST /api/admin/deals/bring-back': { ids: [DEAL_ID] },
  'POST /api/admin/views': { name: 'Spoiled', address: '', hidden: [] },
  'POST /api/admin/deals/edit/preview': { ids: [DEAL_ID], edit: { colour: 'red' } },
  'POST /api/admin/deals/edit': { deals: [{ id: DEAL_ID }], edit: { colour: 'red' } },
  'POST /api/admin/deals/edit/undo': { batchId: 'none', ids: [DEAL_ID] },
  'POST /api/admin/deals/:dealId/history': { field: 'colour', entryId: 1, version: 1 },
  'POST /api/admin/links': { text: 'https://shop.example/p/new' },
  'POST /api/admin/links/make': { links: [{ id: 'none', version: 1 }] },
  'POST /api/admin/links/remove': { ids: ['none'] },
  'PATCH /api/admin/links/:dealId': { version: 1 },
  'POST /api/admin/deals/restore': { ids: [DEAL_ID] },
}
const FORMS: Record<string, Record<string, string>> = {
  'POST /api/deals': { buyUrl: 'https://shop.example/p/new' },
  'PUT /api/deals/:dealId': { productName: 'Spoiled' },
  'POST /api/admin/pictures': { url: 'https://shop.example/p.jpg' },
  'POST /api/deals/bulk-upload': { dryRun: 'false' },
  'POST /api/admin/imports/annotated': {},
  'POST /api/admin/network-reports': { network: 'Mallory' },
  'POST /api/admin/product-feeds/:dealId/file': {},
  'POST /api/admin/rates': { text: 'EUR 1.085' },
}

type RouteName = Pick<Http['routeTable'][number], 'method' | 'url' | 'access' | 'roles'>

/** Returns every declared route as a call that can be made. */
export function allCalls(http: { routeTable: ReadonlyArray<RouteName> }): Call[] {
  return http.routeTable.map(({ method, url, access, roles }) => {
    const name = `${method} ${url}`
    const changed = /publish|restore/.test(url) ? UNPUBLISHED_ID : DEAL_ID
    const address = url.replace(/:day/, COMING_DAY).replace(/:\w+|\*/g, () => changed)
    return {
      name,
      method,
      url: address,
      access,
      roles,
      body: bodyOf(method, name.replace(/:\w+/, ':dealId')),
    }
  })
}

export const isChange = ({ method }: Pick<Call, 'method'>) =>
  !['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(method)

function bodyOf(method: string, name: string): Body {
  const fields = FORMS[name]
  if (fields) return multipart(fields)
  // For most deletions the address says everything, so they have no body.
  const usual = method === 'DELETE' ? undefined : {}
  const payload = isChange({ method }) ? (BODIES[name] ?? usual) : undefined
  return payload ? { payload } : {}
}

/** Sends the call as the person's own browser would from one of our pages. */
export function askAs(
  app: TestApp,
  { cookie, csrf }: Pick<Person, 'cookie' | 'csrf'>,
  { method, url, body }: Call,
  headers = {},
) {
  return app.inject({
    method: method as 'POST',
    url,
    ...(body.payload === undefined ? {} : { payload: body.payload }),
    headers: { ...(cookie ? { cookie } : {}), ...csrf, ...body.headers, ...headers },
  })
}

/** Returns the status and the error code. */
export const outcomeOf = (response: LightMyRequestResponse) =>
  `${response.statusCode} ${response.body.startsWith('{') ? response.json().code : ''}`.trim()
