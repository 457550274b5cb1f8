import { beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD, openAdmin, seeingWarnings } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { multipart } from '#test/support/multipart.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { readRecords } from './records.ts'

const app = useTestApp({ environment: { ADMIN_PASSWORD } })
let cookie: string
beforeAll(async () => {
  cookie = (await openAdmin(app)).cookie
})

/** Fields that a caller might try to set along with the legitimate ones. */
const WISHES = {
  id: 'chosen',
  isAdmin: true,
  isOpen: true,
  role: 'admin',
  userId: 'somebody',
  label: 'chosen',
  tokenHash: 'chosen',
  token_hash: 'chosen',
  createdAt: '2030-01-01T00:00:00Z',
  created_at: '2030-01-01T00:00:00Z',
  lastSeenAt: '2030-01-01T00:00:00Z',
  deletedAt: '2020-01-01T00:00:00Z',
  publishedAt: '2030-01-01T00:00:00Z',
  version: 99,
  clicks: 1_000_000,
  isAccessible: true,
  importId: 'chosen',
  salePriceCents: 1,
  constructor: { prototype: { isAdmin: true } },
}

const readDeal = (id: string) =>
  app.db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Returns the names of the fields that differ, sorted. */
function differences(before: object, after: object): string[] {
  const text = (value: unknown) => JSON.stringify(value)
  return Object.entries(after)
    .filter(([name, value]) => text(value) !== text(Reflect.get(before, name)))
    .map(([name]) => name)
    .toSorted()
}

test('opening and naming the back office sets nothing else of the session', async () => {
  const opened = await app.inject({
    method: 'POST',
    url: '/api/admin/session',
    payload: { ...WISHES, password: ADMIN_PASSWORD, name: 'Ann' },
  })
  const token = opened.cookies.find(({ name }) => name === 'admin')?.value
  expect(opened.statusCode).toBe(200)
  const named = await app.as({ cookie: `admin=${token}` }).inject({
    method: 'PATCH',
    url: '/api/admin/session',
    payload: { ...WISHES, name: 'Zoe' },
  })
  expect(named.json()).toMatchObject({ name: 'Zoe', label: opened.json().label })
  const { admin_sessions: sessions = [] } = await readRecords(app.db)
  for (const session of sessions) expect(session).not.toMatch(/chosen|2030|2020/)
})

test('extra fields open nothing, whatever they are called', async () => {
  for (const payload of [WISHES, { ...WISHES, password: '' }, { ...WISHES, password: null }]) {
    const response = await app.inject({ method: 'POST', url: '/api/admin/session', payload })
    expect([400, 401]).toContain(response.statusCode)
    expect(response.cookies).toEqual([])
  }
})

test('editing a deal by its form changes only what the form is for', async () => {
  const { id } = await createDeal(app.ctx)
  const admin = await openAdmin(app)
  const edit = (fields: Record<string, string>) => {
    const { payload, headers } = multipart(fields)
    const url = `/api/deals/${id}`
    return app
      .as(admin)
      .inject({ method: 'PUT', url, payload, headers: { ...headers, ...admin.csrf } })
  }
  // The form legitimately has two of these: the version and the publishing time.
  const { version: _, constructor: __, publishedAt: ___, ...wishes } = WISHES
  const texts = Object.entries(wishes).map(([name, value]) => [name, String(value)])
  const before = await readDeal(id)

  const response = await edit({ ...Object.fromEntries(texts), productName: 'Another name' })
  expect(response.statusCode, response.body).toBe(200)
  // The guessed terms of a deal follow its name.
  expect(differences(before, await readDeal(id))).toEqual([
    'guessedTerms',
    'productName',
    'version',
  ])
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    const trick = await edit(Object.fromEntries([[name, '{"isAdmin":true}']]))
    expect([200, 400], trick.body).toContain(trick.statusCode)
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
  }
})

test.each([
  [
    'PUT',
    (id: string) => `/api/admin/deals/${id}`,
    { showInSplash: false },
    ['showInSplash', 'version'],
  ],
  [
    'PUT',
    (id: string) => `/api/admin/deals/${id}`,
    { carouselAssignment: 2 },
    ['carouselAssignment', 'version'],
  ],
  [
    'PATCH',
    (id: string) => `/api/deals/${id}/publish`,
    { isPublished: true },
    ['isPublished', 'publishedAt', 'publishedDay'],
  ],
] as const)('%s of a deal changes only what it is for', async (method, url, payload, changed) => {
  // Every switch is set to what no default would give.
  const { id } = await createDeal(app.ctx, {
    isPublished: false,
    showInSplash: true,
    carouselAssignment: 3,
    isPreview: true,
  })
  const before = await readDeal(id)
  const response = await seeingWarnings((seen) =>
    app.as({ cookie }).inject({
      ...{ method, url: url(id) },
      payload: { ...WISHES, ...payload, ...(seen && { seenWarnings: seen }) },
    }),
  )
  expect(response.statusCode, response.body).toBe(200)
  const after = await readDeal(id)
  expect(differences(before, after)).toEqual([...changed])
  expect(after.publishedAt?.getFullYear()).not.toBe(2030)
})
