import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LiveMessage } from '#app/membership/membership.contract.ts'
import { openAdmin } from '#test/support/admin.ts'
import { announceDeals, createMember, createPerson } from '#test/support/factories.ts'
import { hangUpAll, isAlive, listen } from '#test/support/sockets.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

const environment = { ADMIN_PASSWORD: 'the-back-office-1' }
const here = useTestApp({ environment })
let there: TestApp
beforeAll(async () => {
  there = await here.another({ environment })
})
afterAll(() => there.close())
afterEach(hangUpAll)

const CHANGED = { type: 'deals_changed' }

describe('a change of the deals', () => {
  test('is told to every open feed and back office, in whatever process it was made', async () => {
    const member = await createMember(here.ctx)
    const free = await createPerson(here.ctx)
    const admin = await openAdmin(here)
    const lines = [
      await listen(here, member),
      await listen(there, member),
      await listen(there, free),
      await listen(here, { ...admin, path: '/ws/admin' }),
      await listen(there, { ...admin, path: '/ws/admin' }),
    ]

    await announceDeals(here.ctx)

    for (const line of lines) expect(await line.heard(1)).toEqual([CHANGED])
    expect(LiveMessage.parse(CHANGED)).toEqual(CHANGED)
  })

  test('that comes in many pieces is told in few', async () => {
    const line = await listen(here, await createMember(here.ctx))
    for (let change = 0; change < 20; change += 1) await announceDeals(here.ctx)
    await line.heard(1)
    expect(line.messages.length).toBeLessThan(20)
  })
})

describe('the line of the back office', () => {
  test('is closed for good to everybody else', async () => {
    const member = await createMember(here.ctx)
    for (const cookie of [undefined, member.cookie, 'admin=of-nobody']) {
      expect(await (await listen(here, { cookie, path: '/ws/admin' })).closed).toBe(1000)
    }
  })

  test('is not opened by a page of another site', async () => {
    const admin = await openAdmin(here)
    const call = listen(here, { ...admin, path: '/ws/admin', origin: 'https://elsewhere.example' })
    await expect(call).rejects.toThrow('403')
  })

  test('does not make a member of the administrator', async () => {
    const admin = await openAdmin(here)
    expect(await (await listen(here, admin)).closed).toBe(1000)
    expect(await isAlive(await listen(here, { ...admin, path: '/ws/admin' }))).toBe(true)
  })

  test('ends with the session', async () => {
    const admin = await openAdmin(here)
    const line = await listen(there, { ...admin, path: '/ws/admin' })
    await here.as(admin).inject({ method: 'DELETE', url: '/api/admin/session' })
    expect(await line.closed).toBe(1000)
  })

  test('is nowhere else', async () => {
    const admin = await openAdmin(here)
    const call = listen(here, { ...admin, path: '/ws/nowhere' })
    await expect(call).rejects.toThrow('404')
  })
})
