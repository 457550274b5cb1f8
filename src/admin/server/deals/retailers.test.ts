import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true })
let admin: AdminClient
let member: { cookie: string }
let dealId: string
let id: string
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ines')
  member = await createMember(app.ctx)
})
beforeEach(async () => {
  await app.db.deleteFrom('deals').execute()
  await app.db.deleteFrom('retailers').execute()
  ;({ id: dealId } = await createDeal(app.ctx, {
    retailerName: 'Quillon',
    buyUrl: 'https://quillon.example/coat',
  }))
  await createDeal(app.ctx, { retailerName: 'Other Shop', isPublished: false })
  await announceDeals(app.ctx)
  ;({ id } = (await list('?q=quill')).retailers[0])
})

const list = async (search = '') =>
  (await admin.ask({ url: `/api/admin/retailers${search}` })).json()
const change = (payload: object, retailerId = id) =>
  admin.ask({ method: 'PATCH', url: `/api/admin/retailers/${retailerId}`, payload })
const related = async (cookie = '') =>
  (await app.inject({ url: `/api/deals/${dealId}/related`, headers: { cookie } })).json()
const page = async (cookie = '') =>
  (await app.inject({ url: `/deal/${dealId}`, headers: { cookie } })).body

const KNOWN = {
  linkTemplate: 'https://go.northlink.example/?to={url}',
  network: 'Northlink',
  subIdParameter: 'clickref',
  commission: '8',
  isNeverChecked: true,
  shipsTo: 'Canada, US',
  cost: '12',
  freeFrom: '200',
  duties: 'included',
  returnDays: '30',
  asOf: '2026-11-01',
}

test('what is known of a retailer is kept, shown with where a click leads, and noted', async () => {
  expect((await list()).retailers.map(({ name }: { name: string }) => name)).toEqual([
    'Quillon',
    'Other Shop',
  ])
  const kept = await change({ version: 1, ...KNOWN })
  expect(kept.statusCode).toBe(200)
  expect(kept.json()).toMatchObject({
    commission: 8,
    version: 2,
    deals: 1,
    delivery: {
      shipsTo: ['CA', 'US'],
      cost: 12,
      freeFrom: 200,
      duties: 'included',
      returnDays: 30,
    },
    example:
      'https://go.northlink.example/?to=https%3A%2F%2Fquillon.example%2Fcoat&clickref=T-00000-00000',
  })
  expect((await list('?q=quill')).retailers).toEqual([kept.json()])
  const { entries } = (await admin.ask({ url: '/api/admin/audit?kind=retailer' })).json()
  expect(entries[0]).toMatchObject({
    actorName: 'Ines',
    action: 'retailer.changed',
    subjectLabel: 'Quillon',
  })
  expect(entries[0].changes).toContainEqual({
    field: 'Ships to',
    before: null,
    after: 'Canada and United States',
  })
})

test('members read the delivery on the deal and choose by where it ships; nobody else hears of it', async () => {
  expect(await related(member.cookie)).not.toHaveProperty('delivery')
  await change({ version: 1, ...KNOWN })
  await expect.poll(() => related(member.cookie)).toHaveProperty('delivery.returnDays', 30)
  for (const words of [
    'Delivery and returns',
    'Canada and United States',
    '$12, free from $200',
    'November 1, 2026',
  ]) {
    await expect.poll(() => page(member.cookie)).toContain(words)
  }
  expect(await related()).not.toHaveProperty('delivery')
  const outside = await page()
  expect(outside).not.toContain('Delivery and returns')
  expect(outside).toContain('before delivery')
  const ships = async (country: string) => {
    const headers = { cookie: member.cookie }
    const answer = await app.inject({ url: `/api/deals?ships=${country}`, headers })
    return answer.statusCode === 200 ? answer.json().pagination.totalDeals : answer.statusCode
  }
  expect([await ships('CA'), await ships('US,CA'), await ships('FR')]).toEqual([1, 1, 400])
  expect((await app.inject({ url: '/api/deals?ships=CA' })).statusCode).toBe(403)
})

test('what cannot be is refused at its field, and nothing is written', async () => {
  const refused = await change({
    version: 1,
    network: 'Northlink',
    linkTemplate: 'javascript:{url}',
    shipsTo: 'Atlantis',
  })
  expect(refused.statusCode).toBe(400)
  expect(Object.keys(refused.json().fields)).toEqual(['linkTemplate', 'shipsTo'])
  expect((await list('?q=quill')).retailers[0]).toMatchObject({ network: null, version: 1 })
  expect((await change({ version: 1 }, 'nobody')).statusCode).toBe(404)
})

test('of two who change it from the same state the second is told, and the same twice is no conflict', async () => {
  expect((await change({ version: 1, network: 'Northlink' })).statusCode).toBe(200)
  expect((await change({ version: 1, network: 'Northlink' })).statusCode).toBe(200)
  const second = await change({ version: 1, network: 'Other' })
  expect([second.statusCode, second.json().code]).toEqual([409, 'changed-meanwhile'])
  expect((await change({ version: 2, network: 'Other' })).json().network).toBe('Other')
})

test('the list is narrowed to what is missing', async () => {
  const names = async (search: string) =>
    (await list(search)).retailers.map(({ name }: { name: string }) => name)
  await change({ version: 1, ...KNOWN, asOf: '2026-01-01' })
  expect(await names('?lacks=terms')).toEqual(['Other Shop'])
  expect(await names('?lacks=link')).toEqual(['Other Shop'])
  expect(await names('?lacks=old')).toEqual(['Quillon'])
  expect(await names('?lacks=never-checked')).toEqual(['Quillon'])
  expect(await names('?q=%25')).toEqual([])
  expect(await names('?page=2')).toEqual([])
  expect((await admin.ask({ url: '/api/admin/retailers?lacks=x' })).statusCode).toBe(400)
})
