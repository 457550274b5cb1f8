import { expect, test } from 'vitest'
import { cleanUp } from '#app/clean-up.ts'
import { createDeal, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const NOW = new Date('2026-11-20T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000)

test('the clean-up deletes what nobody can use any more, and nothing else', async () => {
  const { db } = app
  app.setNow(daysAgo(91))
  const { id: userId } = await createPerson(app.ctx)
  app.setNow(NOW)
  const { id: here } = await createPerson(app.ctx)
  await app.db
    .insertInto('knownDevices')
    .values([
      { tokenHash: 'given away', userId, lastUsedAt: daysAgo(366) },
      { tokenHash: 'in use', userId, lastUsedAt: daysAgo(364) },
    ])
    .execute()
  await app.db
    .insertInto('throttles')
    .values([
      { key: 'long over', expire: daysAgo(1).getTime() },
      { key: 'running', expire: daysAgo(-1).getTime() },
    ])
    .execute()
  await app.db
    .insertInto('events')
    .values([
      { type: 'old', data: '{}', userId, happenedAt: daysAgo(91) },
      { type: 'recent', data: '{}', userId, happenedAt: daysAgo(89) },
    ])
    .execute()

  const { id: dealId } = await createDeal(app.ctx)
  const click = { dealId, userId: here, clickType: 'other', kind: 'click' } as const
  const [tooOld, old] = [daysAgo(3651), daysAgo(3649)]
  await app.db
    .insertInto('clicks')
    .values([tooOld, old].map((clickedAt) => ({ ...click, clickedAt })))
    .execute()

  const told = { type: 'invoice.paid', createdAt: NOW }
  await app.db
    .insertInto('webhookEvents')
    .values([
      { ...told, id: 'evt_old', receivedAt: daysAgo(61) },
      { ...told, id: 'evt_recent', receivedAt: daysAgo(59) },
    ])
    .execute()

  const checkout = {
    bindingHash: 'somebody',
    email: 'somebody@buyers.test',
    url: 'https://pay.example/page',
    plan: 'annual' as const,
    priceId: 'price_1',
    isTrial: false,
    isSale: false,
    eventId: 'purchase_1',
  }
  await app.db
    .insertInto('checkouts')
    .values(
      (
        [
          ['left', 'expired', daysAgo(31)],
          ['left today', 'open', daysAgo(1)],
          ['paid', 'complete', daysAgo(31)],
          ['refused', 'trial-refused', daysAgo(31)],
          ['refused today', 'trial-refused', daysAgo(1)],
        ] as const
      ).map(([id, status, createdAt]) => {
        return { ...checkout, id, status, createdAt, idempotencyKey: id }
      }),
    )
    .execute()

  await app.db
    .insertInto('mailEvents')
    .values(
      ([401, 399] as const).map((days) => ({
        ...{ id: `${days} days`, userId: here, mailId: null, stream: 'edition', toldBy: 'page' },
        ...{ kind: 'unsubscribe' as const, happenedAt: daysAgo(days) },
      })),
    )
    .execute()

  const { retailerId } = await db
    .selectFrom('deals')
    .select('retailerId')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
  const found = { dealId, retailerId, kind: 'odd-price' as const, facts: '{}' }
  await db
    .insertInto('checkFindings')
    .values([
      { ...found, state: 'done', foundAt: daysAgo(401) },
      { ...found, state: 'done', foundAt: daysAgo(399) },
    ])
    .execute()
  const pasted = { pasted: 'a link', pastedBy: 'Ann', position: 0, state: 'read' as const }
  await db
    .insertInto('pastedLinks')
    .values(
      ([31, 29] as const).map((days) => ({
        ...{ ...pasted, id: `${days} days`, url: null, urlKey: null, nextUrl: null, host: null },
        ...{ answer: null, dueAt: NOW, pastedAt: daysAgo(40), changedAt: daysAgo(days) },
      })),
    )
    .execute()

  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
  const removed = { userId: here, savedAt: daysAgo(9) }
  const [over, undone] = [await createDeal(app.ctx), await createDeal(app.ctx)]
  await app.db
    .insertInto('savedDeals')
    .values([
      { ...removed, dealId, removedAt: null },
      { ...removed, dealId: over.id, removedAt: minutesAgo(11) },
      { ...removed, dealId: undone.id, removedAt: minutesAgo(9) },
    ])
    .execute()

  await cleanUp(app.ctx)

  expect(await db.selectFrom('sessions').select('userId').execute()).toEqual([{ userId: here }])
  expect(await db.selectFrom('knownDevices').select('tokenHash').execute()).toEqual([
    { tokenHash: 'in use' },
  ])
  expect(await db.selectFrom('throttles').select('key').execute()).toEqual([{ key: 'running' }])
  const checkouts = await db
    .selectFrom('checkouts')
    .select(['id', 'email', 'url', 'bindingHash'])
    .orderBy('id')
    .execute()
  const { email, url, bindingHash } = checkout
  expect(checkouts).toEqual([
    { id: 'left today', email, url, bindingHash },
    { id: 'paid', email, url, bindingHash },
    { id: 'refused', email: null, url: null, bindingHash: 'nobody:refused' },
    { id: 'refused today', email, url, bindingHash },
  ])
  expect(await db.selectFrom('clicks').select('clickedAt').execute()).toEqual([{ clickedAt: old }])
  expect(await db.selectFrom('events').select('type').execute()).toEqual([{ type: 'recent' }])
  expect(await db.selectFrom('webhookEvents').select('id').execute()).toEqual([
    { id: 'evt_recent' },
  ])
  expect(await db.selectFrom('mailEvents').select('id').execute()).toEqual([{ id: '399 days' }])
  expect(await db.selectFrom('checkFindings').select('foundAt').execute()).toEqual([
    { foundAt: daysAgo(399) },
  ])
  expect(await db.selectFrom('pastedLinks').select('id').execute()).toEqual([{ id: '29 days' }])
  // A deal that was removed from the saved list a moment ago can still be restored.
  const saved = await db.selectFrom('savedDeals').select('dealId').execute()
  expect(saved.map((row) => row.dealId).toSorted()).toEqual([dealId, undone.id].toSorted())
})
