import { describe, expect, test } from 'vitest'
import { createPostOutside } from '#app/server/outside-fetch.ts'
import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { START, useAlerts } from '#test/support/alerts.ts'
import { createMember, type Person } from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'

const { app, member, goOn, look, keep, setPrice, inboxOf, addDevice } = useAlerts()

describe('on a device', () => {
  test('a message is sealed for it, and says brand and price only', async () => {
    const { shown, screen, devices } = await addDevice(member)
    const id = await keep()
    await setPrice(id, 180)
    await look()
    expect(shown()).toEqual([])
    goOn(10 * MINUTE_MS)
    await look()
    await look()
    expect(shown()).toEqual([
      {
        ...{ title: 'Maison Test', body: '$180, was $220', path: `/deal/${id}` },
        tag: expect.any(String),
      },
    ])
    // Until ten in the evening in Toronto.
    expect(screen()?.messages[0]?.ttlSeconds).toBe(11 * 3600 - 600)
    expect(await devices()).toMatchObject([{ isThis: true, lastSentAt: expect.any(String) }])
  })

  test('what was read in the meantime is not sent', async () => {
    const { shown } = await addDevice(member)
    await setPrice(await keep(), 180)
    await look()
    const { newestId: through } = (await app.as(member).inject({ url: '/api/notices' })).json()
    const url = '/api/notices/read'
    await app.as(member).inject({ method: 'PUT', url, payload: { through } })
    expect(await inboxOf()).toMatchObject([{ kind: 'price-down', isRead: true }])
    goOn(10 * MINUTE_MS)
    await look()
    expect(shown()).toEqual([])
  })

  test('what has ended has no price, and that it ends soon is said no more after its end', async () => {
    const { shown } = await addDevice(member)
    const far = await createMember(app.ctx)
    const honolulu = await addDevice(far, 'Pacific/Honolulu')
    const [over, ending] = [await keep(), await keep(member, { brandName: 'Maison Autre' })]
    for (const id of [over, ending]) {
      await app.as(far).inject({ method: 'PUT', url: `/api/saved/${id}` })
    }
    goOn(MINUTE_MS)
    const end = { endedAt: app.ctx.now(), endedReason: 'sold-out' } as const
    await app.db.updateTable('deals').set(end).where('id', '=', over).execute()
    await look()
    goOn(11 * MINUTE_MS)
    await look()
    expect(shown()).toMatchObject([{ title: 'Maison Test', body: 'Ended', path: `/deal/${over}` }])
    const endsAt = new Date(START.getTime() + 50 * MINUTE_MS)
    await app.db.updateTable('deals').set({ endsAt }).where('id', '=', ending).execute()
    await look()
    goOn(21 * MINUTE_MS)
    await look()
    const said = shown().map(({ title, body }) => `${title}: ${body}`)
    expect(said.toSorted()).toEqual(['Maison Autre: $220', 'Maison Test: Ended'])
    // It is seven there only after the deal has ended.
    goOn(HOUR_MS)
    await look()
    expect(honolulu.shown()).toMatchObject([{ title: 'Maison Test', body: 'Ended' }])
  })

  test('nothing comes at night on its own clock, wherever that is', async () => {
    const honolulu = await addDevice(member, 'Pacific/Honolulu')
    const id = await keep()
    await setPrice(id, 180)
    await look()
    goOn(10 * MINUTE_MS)
    await look()
    expect(honolulu.shown()).toEqual([])
    // Seven in the morning there is noon in Toronto.
    goOn(HOUR_MS)
    await look()
    expect(honolulu.shown()).toHaveLength(1)
  })

  test('that is gone is taken off the list; a service that is busy is asked again', async () => {
    const device = await addDevice(member)
    await device.answer('503')
    const [one, two] = [await keep(), await keep()]
    await setPrice(one, 180)
    await look()
    goOn(10 * MINUTE_MS)
    await look()
    expect(device.shown()).toEqual([])
    await device.answer('201')
    await runJobs(app.ctx, { everything: true })
    expect(device.shown()).toHaveLength(1)
    await device.answer('410')
    await setPrice(two, 180)
    await look()
    goOn(30 * MINUTE_MS)
    await look()
    expect(await device.devices()).toEqual([])
  })

  test('what a busy service did not take in the evening wakes nobody: it comes in the morning', async () => {
    const device = await addDevice(member)
    await device.answer('503')
    const id = await keep()
    goOn(10 * HOUR_MS)
    await setPrice(id, 180)
    await look()
    goOn(10 * HOUR_MS + 10 * MINUTE_MS)
    await look()
    await device.answer('201')
    // Eleven in the evening in Toronto, then seven in the morning.
    goOn(12 * HOUR_MS)
    await runJobs(app.ctx)
    expect(device.shown()).toEqual([])
    goOn(20 * HOUR_MS)
    await runJobs(app.ctx)
    expect(device.shown()).toHaveLength(1)
  })

  test('what no service took for twelve hours is no news any more', async () => {
    const [device, later] = [await addDevice(member), await addDevice(member)]
    for (const each of [device, later]) await each.answer('503')
    // Seven in the morning in Toronto.
    goOn(-4 * HOUR_MS)
    const id = await keep()
    await setPrice(id, 180)
    await look()
    const handedOn = -4 * HOUR_MS + 10 * MINUTE_MS
    goOn(handedOn)
    await look()
    await device.answer('201')
    goOn(handedOn + 12 * HOUR_MS)
    await runJobs(app.ctx)
    await later.answer('201')
    goOn(handedOn + 12 * HOUR_MS + 1)
    await runJobs(app.ctx)
    expect([device.shown(), later.shown()].map(({ length }) => length)).toEqual([1, 0])
  })

  test('that is removed or signed out gets nothing more, and somebody else’s cannot be removed', async () => {
    const device = await addDevice(member)
    const [{ id }] = await device.devices()
    const remove = (who: Person) =>
      app.as(who).inject({ method: 'DELETE', url: `/api/push/devices/${id}` })
    expect((await remove(await createMember(app.ctx))).statusCode).toBe(404)
    expect((await remove(member)).json().devices).toEqual([])
    const again = await addDevice(member)
    const deal = await keep()
    await setPrice(deal, 180)
    await look()
    await app.as(member).inject({ method: 'POST', url: '/api/logout' })
    goOn(10 * MINUTE_MS)
    await look()
    expect(again.shown()).toEqual([])
  })

  test('that somebody else takes over says nothing of what went to whoever had it before', async () => {
    const device = await addDevice(member)
    const id = await keep()
    await setPrice(id, 180)
    await look()
    goOn(10 * MINUTE_MS)
    await look()
    expect(await device.devices()).toMatchObject([{ lastSentAt: expect.any(String) }])
    const { payload } = device
    const add = async (who: Person) => {
      const added = await app.as(who).inject({ method: 'POST', url: '/api/push/devices', payload })
      return added.json().devices
    }
    expect(await add(member)).toMatchObject([{ lastSentAt: expect.any(String) }])
    expect(await add(await createMember(app.ctx))).toMatchObject([{ lastSentAt: null }])
    expect(await device.devices()).toEqual([])
  })

  test('there are ten of one person at most, also when several are added at once', async () => {
    const add = async () => {
      const made = await app.inject({ method: 'POST', url: '/sandbox/push/devices' })
      const { endpoint, keys } = made.json()
      const payload = { endpoint, keys, timeZone: 'America/Toronto' }
      return app.as(member).inject({ method: 'POST', url: '/api/push/devices', payload })
    }
    for (let count = 1; count < 10; count += 1) expect((await add()).statusCode).toBe(200)
    const added = await Promise.all(Array.from({ length: 4 }, add))
    const codes = added.map(({ statusCode }) => statusCode).toSorted()
    expect(codes).toEqual([200, 409, 409, 409])
    expect((await add()).json()).toMatchObject({ code: 'too-many-devices' })
  })

  test.each([
    ['http://192.168.0.1/x'],
    ['http://push.example/x'],
    ['https://user:secret@push.example/x'],
    ['https://push.example:8443/x'],
    ['ftp://push.example/x'],
    ['not an address'],
  ])('an address that is none of a push service is refused: %s', async (endpoint) => {
    const made = await app.inject({ method: 'POST', url: '/sandbox/push/devices' })
    const payload = { endpoint, keys: made.json().keys, timeZone: 'Europe/Paris' }
    const added = await app.as(member).inject({ method: 'POST', url: '/api/push/devices', payload })
    expect(added.json()).toMatchObject({ code: 'invalid-device' })
  })

  test('keys that seal nothing are refused', async () => {
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    const payload = { endpoint: 'https://push.example/x', keys, timeZone: 'x' }
    const added = await app.as(member).inject({ method: 'POST', url: '/api/push/devices', payload })
    expect(added.json()).toMatchObject({ code: 'invalid-device' })
  })

  test('no address of our own network is ever asked, whatever its name', async () => {
    const inside = createPostOutside({ resolve: async () => ['10.0.0.7'] })
    const posting = { headers: {}, body: Buffer.from('x'), timeoutMs: 1000 }
    await expect(inside('https://push.example/x', posting)).rejects.toThrow(
      'The link does not lead to the public internet.',
    )
  })
})
