import type { InjectOptions } from 'fastify'
import type { ManyChanged } from '#app/admin/admin-deals.contract.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { multipart } from './multipart.ts'
import type { TestApp } from './test-app.ts'

export const ADMIN_PASSWORD = 'the-back-office-1'

/**
 * Opens the back office in a new browser. Returns its cookie, and the token that multipart calls send along.
 */
export async function openAdmin(
  app: Pick<TestApp, 'db' | 'ctx' | 'inject'>,
  name = '',
): Promise<{ cookie: string; csrf: Record<string, string>; label: string }> {
  const token = newToken()
  const label = newId().slice(0, 6)
  const now = app.ctx.now()
  await app.db
    .insertInto('adminSessions')
    .values({
      tokenHash: hashToken(token),
      label,
      name,
      provedAt: now,
      createdAt: now,
      lastSeenAt: now,
    })
    .execute()
  const answer = await app.inject({ url: '/api/csrf-token' })
  const secret = answer.cookies.find((cookie) => cookie.name === 'csrf')?.value
  return {
    cookie: `admin=${token}; csrf=${secret}`,
    csrf: { 'x-csrf-token': answer.json().csrfToken },
    label,
  }
}

type Fields = Record<string, string | string[]>
type Files = Parameters<typeof multipart>[1]

type Answer = Awaited<ReturnType<TestApp['inject']>>

const MOST_TOLD = 5
const SEEN = 'deal.published-anyway'

/** Repeats a call that was answered with warnings, with all of them marked as seen. */
export async function seeingWarnings(call: (seen?: string[]) => Promise<Answer>): Promise<Answer> {
  let answer = await call()
  // Something else may have changed meanwhile, which adds new warnings.
  for (let times = 0; times < MOST_TOLD; times += 1) {
    if (answer.statusCode !== 409 || answer.json().code !== 'warned') return answer
    answer = await call(answer.json().about.warnings.map(({ key }: { key: string }) => key))
  }
  return answer
}

/** The back office as one administrator uses it; every call returns the whole response. */
export async function openAdminClient(app: TestApp, name = '') {
  const { cookie, csrf, label } = await openAdmin(app, name)
  const put = (options: InjectOptions) => app.as({ cookie }).inject(options)
  // Marks warnings as seen unless a test says which: that is how the tests' deals get published.
  const ask = (options: InjectOptions) => {
    const { payload } = options
    if (typeof payload !== 'object' || 'seenWarnings' in payload) return put(options)
    return seeingWarnings((seen) =>
      put(seen ? { ...options, payload: { ...payload, seenWarnings: seen } } : options),
    )
  }
  const send = (method: 'POST' | 'PUT', url: string, fields: Fields, files?: Files) => {
    const sendWith = (all: Fields) => {
      const { payload, headers } = multipart(all, files)
      return put({ method, url, payload, headers: { ...headers, ...csrf } })
    }
    if ('seenWarnings' in fields) return sendWith(fields)
    return seeingWarnings((seen) =>
      sendWith(seen ? { ...fields, seenWarnings: JSON.stringify(seen) } : fields),
    )
  }
  const many = async (verb: string, payload: object): Promise<ManyChanged> =>
    (await ask({ method: 'POST', url: `/api/admin/deals/${verb}`, payload })).json()

  return {
    label,
    cookie,
    csrf,
    ask,
    send,
    create: (fields: Fields, files?: Files) => send('POST', '/api/deals', fields, files),
    edit: (id: string, fields: Fields, files?: Files) =>
      send('PUT', `/api/deals/${id}`, fields, files),
    publish: (id: string, isPublished: boolean) =>
      ask({ method: 'PATCH', url: `/api/deals/${id}/publish`, payload: { isPublished } }),
    flip: (id: string, payload: object) =>
      ask({ method: 'PUT', url: `/api/admin/deals/${id}`, payload }),
    remove: (id: string) => ask({ method: 'DELETE', url: `/api/deals/${id}` }),
    read: (id: string) => ask({ url: `/api/admin/deals/${id}` }),
    list: async (query = '') => (await ask({ url: `/api/admin/deals${query}` })).json(),
    publishMany: (ids: string[], isPublished = true) => many('publish', { ids, isPublished }),
    endMany: (ids: string[], reason = 'sold-out') => many('end', { ids, reason }),
    bringBackMany: (ids: string[]) => many('bring-back', { ids }),
    removeMany: (ids: string[]) => many('delete', { ids }),
    restoreMany: (ids: string[]) => many('restore', { ids }),
    /** The stored row of a deal. */
    rowOf: (id: string) =>
      app.db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    pricesOf: (dealId: string) =>
      app.db
        .selectFrom('priceObservations')
        .select(['originalPriceCents', 'salePriceCents', 'source'])
        .where('dealId', '=', dealId)
        .orderBy('id')
        .execute(),
    /** The audit without the entries about seen warnings: for those see `seenOf`. */
    auditOf: async (id: string) =>
      (await ask({ url: `/api/admin/audit?kind=deal&subjectId=${id}` }))
        .json()
        .entries.filter(({ action }: { action: string }) => action !== SEEN),
    seenOf: async (id: string) =>
      (await ask({ url: `/api/admin/audit?kind=deal&subjectId=${id}&action=${SEEN}` })).json()
        .entries,
    /** Stores a distinct picture for each width and returns its key. */
    storePicture: async (width: number): Promise<string> => {
      const bytes = await twoHalves(width, 240).png().toBuffer()
      const files = [{ field: 'images', fileName: 'a.png', bytes }]
      const response = await send('POST', '/api/admin/pictures', {}, files)
      return response.json().pictures[0].key
    },
    /** Enters a deal with everything that publishing needs. */
    enter: async (fields: Fields = {}): Promise<ManagedDeal> => {
      const whole = {
        brandName: 'Maison Test',
        productName: 'Leather tote',
        originalPrice: '1,000.00',
        salePrice: '400',
        buyUrl: `https://shop.example/p/${newId()}`,
      }
      const response = await send('POST', '/api/deals', { ...whole, ...fields })
      if (response.statusCode !== 201) throw new Error(response.body)
      return response.json()
    },
  }
}
export type AdminClient = Awaited<ReturnType<typeof openAdminClient>>
