import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { join } from '#test/checkout/buyers.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPayments: true })

// The sandbox has one card of each kind; in these tests everybody has their own.
beforeEach(() => app.db.deleteFrom('trials').execute())

const mailsAbout = (id: string) =>
  app.db
    .selectFrom('mails')
    .select(['template', 'state'])
    .where('key', 'like', `trial-started:${id}%`)
    .execute()

test('after a restore every subscription is read again, and what follows from that is held', async () => {
  const member = await join(app)
  const { subscriptionId } = member
  // As in a backup that is older than the purchase.
  await app.db
    .updateTable('subscriptions')
    .set({ status: 'incomplete', readNumber: 0 })
    .where('id', '=', subscriptionId)
    .execute()
  await app.db.deleteFrom('mails').execute()
  await app.db
    .insertInto('restores')
    .values({ id: 'a backup', takenAt: null, restoredAt: new Date() })
    .execute()
  expect(await member.subscription()).toMatchObject({ isMember: false })

  await reconcile(app.ctx)
  expect(await member.subscription()).toMatchObject({ status: 'trialing', isMember: true })
  expect(await mailsAbout(subscriptionId)).toEqual([{ template: 'trial-started', state: 'held' }])
  const restore = await app.db.selectFrom('restores').selectAll().executeTakeFirstOrThrow()
  expect(restore.subscriptionsReadAt).toBeInstanceOf(Date)

  const next = await join(app, { card: CARDS.alsoGood })
  const [mail] = await mailsAbout(next.subscriptionId)
  expect(mail?.state).not.toBe('held')
  expect(mail?.template).toBe('trial-started')
})
