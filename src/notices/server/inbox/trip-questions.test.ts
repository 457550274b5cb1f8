import { beforeEach, expect, test } from 'vitest'
import { promiseEditions } from '#app/mailings/server/editions.ts'
import { answerTrip } from '#app/savings/server/answers.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createTrip } from '#test/support/trips.ts'
import { askInInbox } from './trip-questions.ts'

const app = useTestApp()
const NOW = new Date('2026-11-21T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let member: Person
let dealId: string
beforeEach(async () => {
  app.setNow(NOW)
  await app.db.deleteFrom('trips').execute()
  member = await createMember(app.ctx)
  dealId = (await createDeal(app.ctx, { brandName: 'Maison Asked' })).id
})

const made = (days: number) =>
  createTrip(app.ctx, { userId: member.id, dealId, madeAt: daysAgo(days) })

const notices = () =>
  app.db
    .selectFrom('notices')
    .select(['kind', 'dealId', 'facts'])
    .where('userId', '=', member.id)
    .execute()

test('a week after a trip its question is asked once, in the inbox of who takes no weekly edition', async () => {
  await made(6)
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([])
  await made(8)
  await made(9)
  const answered = await made(10)
  const answer = { answer: 'not-bought' } as const
  await answerTrip(app.ctx, { userId: member.id, number: answered, answer })
  await Promise.all([askInInbox(app.ctx), askInInbox(app.ctx)])
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([{ kind: 'savings', dealId, facts: { more: 1 } }])
})

test('a trip of more than sixty days ago is asked about no more', async () => {
  await made(60.01)
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([])
  await made(59.99)
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([{ kind: 'savings', dealId, facts: {} }])
})

test('a trip of which a report was taken back is asked about as if there had been none', async () => {
  const number = await made(8)
  await app.db
    .insertInto('ledgerRows')
    .values({
      ...{ id: 'taken-back', userId: member.id, tripNumber: number, dealId, state: 'open' },
      ...{ boughtOn: '2026-11-13', savingCents: 0 },
    })
    .execute()
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([{ kind: 'savings', dealId, facts: {} }])
})

/** They read weekly unless given otherwise, and are due. */
async function takeEdition({
  isInboxProven,
  edition = 'weekly',
}: {
  isInboxProven: boolean
  edition?: 'daily' | 'weekly'
}) {
  await app.db
    .updateTable('users')
    .set({ confirmedAt: NOW, inboxProvenAt: isInboxProven ? NOW : null })
    .where('id', '=', member.id)
    .execute()
  await app.db
    .insertInto('mailChoices')
    .values({
      ...{ userId: member.id, ref: member.id, linkKey: 'k'.repeat(43), edition, hour: 7 },
      ...{ timeZone: 'America/Toronto', answeredAt: NOW, nextEditionAt: NOW },
    })
    .execute()
}

test('who takes the weekly edition and cannot be reached by it is asked in the inbox', async () => {
  await made(8)
  await takeEdition({ isInboxProven: false })
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([{ kind: 'savings', dealId, facts: {} }])
})

test('who takes the weekly edition is asked within it, and nowhere else', async () => {
  const number = await made(8)
  await takeEdition({ isInboxProven: true })
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([])
  await promiseEditions(app.ctx)
  await promiseEditions(app.ctx)
  const mails = await app.db
    .selectFrom('mails')
    .select('data')
    .where('userId', '=', member.id)
    .where('template', '=', 'edition')
    .execute()
  expect(mails.map(({ data }) => data.trips)).toEqual([[number]])
  await askInInbox(app.ctx)
  expect(await notices()).toEqual([])
})

test('who takes the edition daily is asked in the inbox, and not within it', async () => {
  await made(8)
  await takeEdition({ isInboxProven: true, edition: 'daily' })
  await promiseEditions(app.ctx)
  const { data } = await app.db
    .selectFrom('mails')
    .select('data')
    .where('userId', '=', member.id)
    .where('template', '=', 'edition')
    .executeTakeFirstOrThrow()
  expect(data.trips).toBeUndefined()
  await askInInbox(app.ctx)
  expect(await notices()).toContainEqual({ kind: 'savings', dealId, facts: {} })
})
