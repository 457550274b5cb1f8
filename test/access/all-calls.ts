import type { InjectOptions } from 'fastify'
import type { Access } from '#app/server/http/guards.ts'
import type { Http } from '#app/server/http/http.ts'
import { multipart } from '#test/support/multipart.ts'

export type Call = { name: string; method: string; url: string; access: Access; body: Body }
type Body = Pick<InjectOptions, 'payload' | 'headers'>

/** A deal that is there, so that a call that should be refused has something to spoil. */
export const DEAL_ID = 'deal00000001'
export const UNPUBLISHED_ID = 'deal00000002'

const EMPTY_SETUP = {
  departments: [],
  brands: [],
  categories: [],
  sizes: [],
  ceilings: {},
  hiddenBrands: [],
  hiddenCategories: [],
}

/** Bodies that would be taken, of the calls that change something. */
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
  'PUT /api/follows': { kind: 'category', value: 'boots' },
  'PUT /api/for-you/setup': EMPTY_SETUP,
  'POST /api/for-you/fit': EMPTY_SETUP,
  'PUT /api/notices/read': { through: 1 },
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
  'PATCH /api/admin/mail/streams/:dealId': { isStopped: true, reason: 'Spoiled' },
  'POST /api/admin/mail/preview': { as: 'member', edition: 'newest', to: 'mallory@people.test' },
  'POST /api/admin/mail/held': { action: 'drop', ids: ['none'] },
  'POST /api/mail/inbox-proof': { token: 'x'.repeat(43) },
  'POST /api/mail/events': { events: [{ type: 'bounce', messageId: 'none@club.example' }] },
  'PATCH /api/admin/session': { name: 'Mallory' },
  'POST /api/admin/check-link': { buyUrl: 'https://shop.example/p/new' },
  'PUT /api/admin/deals/:dealId': { showInSplash: true },
  'PATCH /api/deals/:dealId/publish': { isPublished: true },
  'PATCH /api/admin/carousels/:dealId': { title: 'Spoiled' },
  'PUT /api/admin/carousels/order': { numbers: [5, 4, 3, 2, 1] },
  'POST /api/admin/deals/publish': { ids: [UNPUBLISHED_ID], isPublished: true },
  'POST /api/admin/deals/delete': { ids: [DEAL_ID] },
  'POST /api/admin/deals/end': { ids: [DEAL_ID], reason: 'sold-out' },
  'POST /api/admin/deals/bring-back': { ids: [DEAL_ID] },
  'POST /api/admin/deals/restore': { ids: [DEAL_ID] },
}
const FORMS: Record<string, Record<string, string>> = {
  'POST /api/deals': { buyUrl: 'https://shop.example/p/new' },
  'PUT /api/deals/:dealId': { productName: 'Spoiled' },
  'POST /api/admin/pictures': { url: 'https://shop.example/p.jpg' },
  'POST /api/deals/bulk-upload': { dryRun: 'false' },
  'POST /api/admin/imports/annotated': {},
}

/** Every route there is, each as a call that can be made. */
export function allCalls(http: Http): Call[] {
  return http.routeTable.map(({ method, url, access }) => {
    const name = `${method} ${url}`
    const changed = /publish|restore/.test(url) ? UNPUBLISHED_ID : DEAL_ID
    const address = url.replace(/:\w+|\*/g, () => changed)
    return {
      name,
      method,
      url: address,
      access,
      body: bodyOf(method, name.replace(/:\w+/, ':dealId')),
    }
  })
}

export const isChange = ({ method }: Pick<Call, 'method'>) =>
  !['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(method)

function bodyOf(method: string, name: string): Body {
  const fields = FORMS[name]
  if (fields) return multipart(fields)
  // Of what is deleted most is said by the address.
  const usual = method === 'DELETE' ? undefined : {}
  const payload = isChange({ method }) ? (BODIES[name] ?? usual) : undefined
  return payload ? { payload } : {}
}
