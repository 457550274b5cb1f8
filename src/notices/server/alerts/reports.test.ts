import { beforeEach, expect, test } from 'vitest'
import { proveInbox } from '#app/accounts/server/accounts.ts'
import { updateDeal } from '#app/deals/server/editing/editing.ts'
import { endDeals } from '#app/deals/server/editing/ending.ts'
import { chooseStreams } from '#app/mailings/server/choices.ts'
import { answerReports, holdReports } from '#app/reports/server/answers.ts'
import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { tellingQueue } from './work.ts'

const app = useTestApp()
/** Eleven in the morning in Toronto, on a future day, because jobs use the database’s clock. */
const START = new Date('2036-11-20T16:00:00Z')
const goOn = (ms: number) => app.setNow(new Date(START.getTime() + ms))

let member: Person
let dealId: string
beforeEach(async () => {
  app.setNow(START)
  await app.db.deleteFrom('deals').execute()
  member = await createMember(app.ctx)
  const deal = { brandName: 'Maison Test', productName: 'Locked name', sizes: ['IT 40', 'IT 42'] }
  dealId = (await createDeal(app.ctx, { ...deal, salePriceCents: 42_000 })).id
})

const tell = async (report: object, who = member) => {
  const url = `/api/reports/${dealId}`
  expect((await app.as(who).inject({ method: 'POST', url, payload: report })).statusCode).toBe(200)
}
const look = async () => {
  await tellingQueue.work(app.ctx, {})
  await runJobs(app.ctx)
}
const inboxOf = async (who = member) =>
  (await app.as(who).inject({ url: '/api/notices' })).json().notices as object[]
const end = () =>
  app.db.transaction().execute((trx) => endDeals(trx, app.ctx, [dealId], { reason: 'sold-out' }))
const isSaidGone = async () =>
  (await app.inject({ url: `/api/deals/${dealId}` })).json().mayBeGone as boolean

test('who told us of an end hears of it as of their report, once, though they keep the deal', async () => {
  await app.as(member).inject({ method: 'PUT', url: `/api/saved/${dealId}` })
  await tell({ kind: 'gone' })
  await tell({ kind: 'link' })
  await look()
  expect(await inboxOf()).toEqual([])
  // Nobody is told of an end before they saved the deal.
  goOn(HOUR_MS)
  await end()
  await look()
  goOn(14 * HOUR_MS)
  await look()
  expect(await inboxOf()).toMatchObject([
    {
      kind: 'report',
      dealId,
      facts: { told: ['gone', 'link'], outcome: 'ended', reason: 'sold-out' },
      isRead: false,
    },
  ])
})

test('another price, and a size that is off the list, answer those who told of them', async () => {
  const other = await createMember(app.ctx)
  await tell({ kind: 'price', seenPrice: 455 })
  await tell({ kind: 'size', size: 'IT 42' }, other)
  await app.db
    .transaction()
    .execute((trx) => updateDeal(trx, app.ctx, dealId, { salePriceCents: 45_500 }))
  await look()
  expect(await inboxOf()).toMatchObject([
    { kind: 'report', facts: { told: ['price'], outcome: 'price-corrected', toCents: 45_500 } },
  ])
  expect(await inboxOf(other)).toEqual([])
  await app.db
    .updateTable('deals')
    .set({ sizes: ['IT 40'] })
    .execute()
  await look()
  expect(await inboxOf(other)).toMatchObject([{ facts: { told: ['size'], outcome: 'size-off' } }])
})

test('a price that was told to whoever reported it is no news to them the day after', async () => {
  await app.as(member).inject({ method: 'PUT', url: `/api/saved/${dealId}` })
  await tell({ kind: 'price', seenPrice: 300 })
  goOn(HOUR_MS)
  await app.db
    .transaction()
    .execute((trx) => updateDeal(trx, app.ctx, dealId, { salePriceCents: 30_000 }))
  await look()
  goOn(24 * HOUR_MS)
  await look()
  expect(await inboxOf()).toMatchObject([
    { kind: 'report', facts: { outcome: 'price-corrected', toCents: 30_000 } },
  ])
})

test('of one deal nobody is told twice on a day: the second answer comes with the next', async () => {
  const nothing = { dealId, outcome: 'nothing-wrong', answer: {} } as const
  const answer = () =>
    app.db.transaction().execute(async (trx) => {
      await holdReports(trx, [dealId])
      return answerReports(trx, app.ctx, nothing)
    })
  await tell({ kind: 'gone' })
  expect(await answer()).toBe(1)
  await look()
  await tell({ kind: 'link' })
  expect(await answer()).toBe(1)
  await look()
  expect(await inboxOf()).toHaveLength(1)
  goOn(14 * HOUR_MS)
  await look()
  expect(await inboxOf()).toMatchObject([
    { facts: { told: ['link'], outcome: 'nothing-wrong' } },
    { facts: { told: ['gone'], outcome: 'nothing-wrong' } },
  ])
})

test('somebody looks: it is not said any more, unless others have said it meanwhile', async () => {
  const look = (through?: number) =>
    app.db.transaction().execute(async (trx) => {
      await holdReports(trx, [dealId])
      await answerReports(trx, app.ctx, { dealId, through, outcome: 'nothing-wrong', answer: {} })
    })
  const members = [member, ...(await Promise.all([1, 2, 3].map(() => createMember(app.ctx))))]
  for (const each of members.slice(0, 2)) await tell({ kind: 'gone' }, each)
  expect(await isSaidGone()).toBe(true)
  const { id } = await app.db
    .selectFrom('reports')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  for (const each of members.slice(2)) await tell({ kind: 'gone' }, each)
  await look(Number(id))
  expect(await isSaidGone()).toBe(true)
  await look()
  expect(await isSaidGone()).toBe(false)
})

test('the answer comes by mail to who takes alerts, and names the piece to members alone', async () => {
  const reader = await createMember(app.ctx)
  await app.db.transaction().execute((trx) => proveInbox(trx, app.ctx, reader.id))
  const wish = { edition: 'never', editionWeekday: 0, alerts: 'at-once', hour: 9 } as const
  const wording = { edition: '', alerts: 'Alerts' }
  const told = { wish: { ...wish, timeZone: 'America/Toronto' }, wording, place: 'test' }
  await chooseStreams(app.ctx, { userId: reader.id, ...told })
  await tell({ kind: 'other', words: 'A secret of mine' }, reader)
  await app.db.transaction().execute(async (trx) => {
    await holdReports(trx, [dealId])
    await answerReports(trx, app.ctx, { dealId, outcome: 'noted', answer: {} })
  })
  await look()
  goOn(11 * MINUTE_MS)
  await look()
  const [mail] = (await readOutbox(app.ctx)).filter(({ to }) => to?.[0]?.address === reader.email)
  expect(mail?.subject).toBe('Maison Test: your report')
  expect(mail?.text).toContain('You told us that something is wrong. We have read it. Thank you.')
  expect(mail?.text).toContain('Locked name')
  expect(mail?.text).not.toContain('secret')
})
