import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { announce } from '#app/server/live.ts'
import { announceDeals, createDeal, createMember } from '#test/support/factories.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

beforeEach(async () => {
  await app.db.deleteFrom('deals').execute()
  await announceDeals(app.ctx)
})

/** Makes a change as every use case does: announced in its own transaction. */
function change(on: TestApp, work: (ctx: TestApp['ctx']) => Promise<unknown>) {
  return on.db.transaction().execute(async (trx) => {
    await work({ ...on.ctx, db: trx })
    await announce(trx, 'deals')
  })
}

const addDeal = (on: TestApp = app) => change(on, (ctx) => createDeal(ctx, { showInSplash: true }))

async function countOn(each: TestApp) {
  const { pagination } = (await each.inject({ url: '/api/deals' })).json()
  const splash = (await each.inject({ url: '/api/deals/preview' })).json()
  return [pagination.totalDeals, splash.length]
}

describe('finished answers', () => {
  test('are dropped in every process when a deal is published, changed or deleted in any', async () => {
    const other = await app.another()
    const both = [app, other]
    await expect
      .poll(() => Promise.all(both.map(countOn)))
      .toEqual([
        [0, 0],
        [0, 0],
      ])

    await addDeal(app)
    for (const each of both) await expect.poll(() => countOn(each)).toEqual([1, 1])
    await addDeal(other)
    for (const each of both) await expect.poll(() => countOn(each)).toEqual([2, 2])
    await change(other, (ctx) => ctx.db.updateTable('deals').set({ isPublished: false }).execute())
    for (const each of both) await expect.poll(() => countOn(each)).toEqual([0, 0])
    await other.close()
  })

  test('are kept otherwise: that is what they are for', async () => {
    await expect.poll(() => countOn(app)).toEqual([0, 0])
    await createDeal(app.ctx, { showInSplash: true })
    expect(await countOn(app)).toEqual([0, 0])
  })

  test('are not dropped by a change that was taken back', async () => {
    await expect.poll(() => countOn(app)).toEqual([0, 0])
    await createDeal(app.ctx, { showInSplash: true })
    const failed = change(app, () => Promise.reject(new Error('taken back')))
    await expect(failed).rejects.toThrow('taken back')
    await app.db.selectFrom('deals').select('id').execute()
    expect(await countOn(app)).toEqual([0, 0])
  })

  test('are one for each kind of viewer, never shared between them', async () => {
    await change(app, (ctx) => createDeal(ctx, { productName: 'Canary clutch' }))
    const member = await createMember(app.ctx)
    await expect.poll(() => countOn(app)).toEqual([1, 0])
    for (let times = 0; times < 2; times += 1) {
      expect((await app.as(member).inject({ url: '/api/deals' })).body).toContain('Canary')
      expect((await app.inject({ url: '/api/deals' })).body).not.toContain('Canary')
    }
  })

  test('of a change under way are never kept: readers and publishers at once end up agreeing', async () => {
    let isOver = false
    const reader = (async () => {
      while (!isOver) {
        await countOn(app)
        await nextTurn()
      }
    })()
    for (let index = 0; index < 15; index += 1) await addDeal()
    isOver = true
    await reader
    await expect.poll(() => countOn(app)).toEqual([15, 10])
  })
})

// The embedded database has no connection that could break.
test.runIf(inject('engine') === 'postgres')(
  'while announcements may be missed nothing is kept, and listening resumes by itself',
  async () => {
    await expect.poll(() => countOn(app)).toEqual([0, 0])
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'nouveau-listen' and datname = current_database()
    `.execute(app.db)
    await expect.poll(() => app.ctx.live.isListening()).toBe(false)
    // These changes are not announced, as if the announcements had been missed.
    for (const count of [1, 2]) {
      await createDeal(app.ctx, { showInSplash: true })
      expect(await countOn(app)).toEqual([count, count])
    }
    await expect.poll(() => app.ctx.live.isListening()).toBe(true)
    await countOn(app)
    await addDeal()
    await expect.poll(() => countOn(app)).toEqual([3, 3])
  },
)
