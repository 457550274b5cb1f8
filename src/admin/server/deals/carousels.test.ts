import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true })
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ines')
})
beforeEach(async () => {
  await app.db.deleteFrom('deals').execute()
  await app.db
    .updateTable('carousels')
    .set((eb) => ({ title: '', isShown: false, position: eb.ref('number') }))
    .execute()
  await announceDeals(app.ctx)
})

const list = async () => (await admin.ask({ url: '/api/admin/carousels' })).json()
const change = (number: number | string, payload: object) =>
  admin.ask({ method: 'PATCH', url: `/api/admin/carousels/${number}`, payload })
const order = (numbers: unknown) =>
  admin.ask({ method: 'PUT', url: '/api/admin/carousels/order', payload: { numbers } })
const shown = async () => (await app.inject({ url: '/api/deals/carousels' })).json()
const audit = async () =>
  (await admin.ask({ url: '/api/admin/audit?kind=carousel' })).json().entries
const page = async (url: string) => (await app.inject({ url })).body

async function fill(number: number, count: number) {
  for (let deal = 0; deal < count; deal += 1) {
    await createDeal(app.ctx, { carouselAssignment: number })
  }
  await announceDeals(app.ctx)
}

test('a carousel is shown once it is on, has a title and at least three published deals', async () => {
  await fill(2, 2)
  await createDeal(app.ctx, { carouselAssignment: 2, isPublished: false })
  expect((await change(2, { title: '  For the cold months ' })).json()[1]).toEqual({
    number: 2,
    title: 'For the cold months',
    isOn: false,
    deals: 2,
  })
  expect((await change(2, { isOn: true })).statusCode).toBe(200)
  expect(await shown()).toEqual([])
  await fill(2, 1)
  await expect.poll(shown).toEqual([{ number: 2, title: 'For the cold months' }])
  await change(2, { isOn: false })
  await expect.poll(shown).toEqual([])
})

test('pages that are kept show a carousel as it is now: on the front page and above the feed', async () => {
  await fill(4, 3)
  for (const url of ['/', '/daily-deals']) expect(await page(url)).not.toContain('After eight')
  await change(4, { title: 'After eight', isOn: true })
  for (const url of ['/', '/daily-deals']) {
    await expect.poll(() => page(url)).toContain('>After eight</h2>')
    const body = await page(url)
    const row = body.slice(body.indexOf('aria-label="After eight"'))
    const slides =
      row.slice(0, row.indexOf('</section>')).match(/<div[^>]*class="carousel-slide"[^>]*>/g) ?? []
    // Three deals, repeated to fill five slides; repeats are hidden from screen readers.
    expect(slides).toHaveLength(5)
    expect(slides.filter((each) => each.includes('aria-hidden="true"'))).toHaveLength(2)
  }
  const feed = await page('/daily-deals')
  expect(feed.indexOf('After eight</h2>')).toBeLessThan(feed.indexOf('class="edition"'))
  await change(4, { title: 'Past nine' })
  for (const url of ['/', '/daily-deals']) await expect.poll(() => page(url)).toContain('Past nine')
  await change(4, { isOn: false })
  for (const url of ['/', '/daily-deals']) {
    await expect.poll(() => page(url)).not.toContain('Past nine')
  }
})

test('they stand in the order that they were put into', async () => {
  for (const number of [1, 2, 3]) {
    await fill(number, 3)
    await change(number, { title: `Row ${number}`, isOn: true })
  }
  await expect.poll(async () => (await shown()).length).toBe(3)
  const ordered = (await order([3, 5, 1, 4, 2])).json()
  expect(ordered.map(({ number }: { number: number }) => number)).toEqual([3, 5, 1, 4, 2])
  await expect
    .poll(async () => (await shown()).map(({ title }: { title: string }) => title))
    .toEqual(['Row 3', 'Row 1', 'Row 2'])
})

test('who changed what is in the audit, and what changes nothing is not', async () => {
  const before = (await audit()).length
  await change(5, { title: 'Under $200' })
  await change(5, { title: 'Under $200', isOn: false })
  await change(5, { isOn: true })
  await order([1, 2, 3, 4, 5])
  await order([5, 1, 2, 3, 4])
  const entries = (await audit()).slice(0, -before || undefined)
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'carousel.ordered',
    'carousel.on',
    'carousel.changed',
  ])
  expect(entries[2]).toMatchObject({
    actorName: 'Ines',
    subjectLabel: 'Under $200',
    changes: [{ field: 'Title', before: null, after: 'Under $200' }],
  })
})

test('what cannot be is refused, and nothing changes', async () => {
  const before = await list()
  const answers = [
    await change(3, { isOn: true }),
    await change(3, { title: 'x'.repeat(61) }),
    await change(3, { title: 7 }),
    await change(3, { name: 'x' }),
    await change(6, { title: 'x' }),
    await change('x', { title: 'x' }),
    ...(await Promise.all([[], [1, 2, 3, 4], [1, 2, 3, 4, 4], [1, 2, 3, 4, 6], 'x'].map(order))),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 400))
  expect(answers[0]?.json().fields).toEqual({ title: 'A carousel needs a title to be on.' })
  expect(await list()).toEqual(before)
  await change(3, { title: 'Named', isOn: true })
  expect((await change(3, { title: ' ' })).statusCode).toBe(400)
})
