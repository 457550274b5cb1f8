import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { LiveMessage } from '#app/membership/membership.contract.ts'
import { announce } from '#app/server/live.ts'
import { createPerson, createSubscriber } from '#test/support/factories.ts'
import { changeSubscription, updateTo } from '#test/support/live-changes.ts'
import { hangUpAll, listen } from '#test/support/sockets.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

const here = useTestApp()
let there: TestApp
beforeAll(async () => {
  there = await here.another()
})
afterAll(() => there.close())
afterEach(hangUpAll)

describe('the page of somebody whose membership changes', () => {
  test('is told so, whichever process made the change', async () => {
    const person = await createSubscriber(here.ctx, 'past_due')
    const pages = [await listen(here, person), await listen(there, person)]

    await changeSubscription(here.ctx, person, { status: 'active' })
    await changeSubscription(there.ctx, person, { status: 'canceled' })

    for (const page of pages) {
      expect((await page.heard(2)).at(-1)).toEqual(updateTo('canceled'))
      for (const message of page.messages) LiveMessage.parse(message)
    }
  })

  test('is sent to the deals when that has made them a member, and not otherwise', async () => {
    const person = await createSubscriber(here.ctx, 'incomplete')
    const page = await listen(here, person)

    await changeSubscription(here.ctx, person, { status: 'trialing', became: 'member' })
    expect(await page.heard(1)).toEqual([{ ...updateTo('trialing'), redirect: '/daily-deals' }])
    await changeSubscription(here.ctx, person, { status: 'active' })
    expect((await page.heard(2))[1]).toEqual(updateTo('active'))
    // The membership has ended between the announcement and now.
    await changeSubscription(here.ctx, person, { status: 'canceled', became: 'member' })
    expect((await page.heard(3))[2]).toEqual(updateTo('canceled'))
  })

  test('hears nothing of a change that was rolled back', async () => {
    const person = await createSubscriber(here.ctx)
    const page = await listen(here, person)

    const failed = here.db.transaction().execute(async (trx) => {
      await announce(trx, 'accounts', JSON.stringify({ userId: person.id, became: 'member' }))
      throw new Error('the change failed')
    })
    await expect(failed).rejects.toThrow('the change failed')
    await changeSubscription(here.ctx, person, { status: 'past_due' })

    expect(await page.heard(1)).toEqual([updateTo('past_due')])
  })

  test('hears nothing of anybody else, whatever its address says', async () => {
    const person = await createSubscriber(here.ctx)
    const other = await createSubscriber(here.ctx)
    const page = await listen(here, { ...person, path: `/ws?userId=${other.id}` })

    await changeSubscription(here.ctx, other, { status: 'canceled' })
    await changeSubscription(here.ctx, person, { status: 'past_due' })

    expect(await page.heard(1)).toEqual([updateTo('past_due')])
  })

  test('is told of the best subscription, or of none', async () => {
    const person = await createPerson(here.ctx)
    const page = await listen(here, person)
    await changeSubscription(here.ctx, person, { status: 'active' })
    expect(await page.heard(1)).toEqual([updateTo(null)])
  })

  test('is not disturbed by an announcement that makes no sense', async () => {
    const person = await createSubscriber(here.ctx)
    const page = await listen(here, person)
    await here.db.transaction().execute(async (trx) => {
      for (const payload of ['', 'null', '{', '{"userId":7}', '[]']) {
        await announce(trx, 'accounts', payload)
      }
    })
    await changeSubscription(here.ctx, person, { status: 'past_due' })
    expect(await page.heard(1)).toEqual([updateTo('past_due')])
  })
})

describe('a page that was not there when it happened', () => {
  test('reads it as soon as its line is open', async () => {
    const person = await createSubscriber(here.ctx, 'incomplete')
    const before = await listen(here, person)
    before.socket.close()
    await before.closed
    await changeSubscription(there.ctx, person, { status: 'active', became: 'member' })

    await listen(here, person)

    const read = await here.as(person).inject({ url: '/api/subscription' })
    expect(read.json()).toMatchObject({ status: 'active', isMember: true })
  })

  test('misses nothing that happens while the line is being opened', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const person = await createSubscriber(here.ctx, 'incomplete')
      const [page] = await Promise.all([
        listen(here, person),
        changeSubscription(there.ctx, person, { status: 'active', became: 'member' }),
      ])
      const read = await here.as(person).inject({ url: '/api/subscription' })
      if (read.json().status !== 'active') await page.heard(1)
    }
  })
})

// The embedded database has no connection that could break.
describe.runIf(inject('engine') === 'postgres')('when announcements may have been missed', () => {
  test('every page is told to look again, and the signed-out are closed', async () => {
    const person = await createSubscriber(here.ctx)
    const leaver = await createPerson(here.ctx)
    const pages = [await listen(here, person), await listen(there, person)]
    const closing = await listen(there, leaver)

    await here.db.deleteFrom('sessions').where('userId', '=', leaver.id).execute()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'nouveau-listen' and datname = current_database()`.execute(here.db)

    // Deals and saved deals may have changed as well.
    for (const page of pages) {
      const heard = await page.heard(5)
      expect(heard).toContainEqual(updateTo('active'))
      expect(heard).toContainEqual({ type: 'saved_changed' })
      expect(heard).toContainEqual({ type: 'notices_changed' })
    }
    expect(await closing.closed).toBe(1000)
  })
})
