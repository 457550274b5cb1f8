import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFaketime } from '#scripts/tests/needs.ts'
import { createPerson } from '#test/support/factories.ts'
import { ask } from './ask.ts'
import { type Row, tryRow, untilWell } from './rows.ts'
import { startWorld, type World } from './world.ts'

const library = findFaketime()
const isMissing = library ? undefined : 'install faketime'

/** Returns the environment that fakes a process's wall clock; its monotonic clock stays real. */
const fake = (more: Record<string, string>) => ({
  LD_PRELOAD: library ?? '',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  TZ: 'UTC',
  ...more,
})

describe('A clock that is wrong', () => {
  let world: World
  let turned: World
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'nouveau-clock-')), 'faketime')
  const turn = (by: string) => writeFileSync(file, `${by}\n`)
  beforeAll(async () => {
    if (isMissing) return
    turn('+0s')
    world = await startWorld()
    // The clock can be changed while the process runs.
    const product = await world.startAnother(
      fake({ FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' }),
    )
    turned = { ...world, product }
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    rmSync(path.dirname(file), { recursive: true, force: true })
  }, 60_000)

  const WRONG: Row['but'] = { Webhook: 'refused as too old or too new' }
  const clocks: Array<{ name: string; by: string; but?: Row['but'] }> = [
    { name: 'Clock 4 min ahead', by: '+4m' },
    { name: 'Clock 4 min behind', by: '-4m' },
    { name: 'Clock leaps 15 min ahead', by: '+15m', but: WRONG },
    { name: 'Clock leaps 15 min back', by: '-15m', but: WRONG },
  ]
  for (const { name, by, but = {} } of clocks) {
    tryRow(() => turned, {
      name,
      isMissing,
      begin: () => turn(by),
      end: () => turn('+0s'),
      but,
      during: {
        'timers go on: a mail is sent': async () => {
          const { email } = await createPerson(world.observer.ctx)
          const url = `${turned.product.url}/api/forgot-password`
          expect((await ask(url, { method: 'POST', body: { email } })).status).toBe(200)
          await expect.poll(() => world.mail.recipients, { timeout: 30_000 }).toContain(email)
        },
        ...(but === WRONG && {
          'the log says whose clock it is': async () => {
            expect(turned.product.output()).toContain('is the clock of this server right?')
          },
        }),
      },
    })
  }
})

describe.each([
  // The days of Toronto's clock changes, at the last minute before the next day begins there.
  ['Clocks go forward', '2027-03-15T03:59:30Z', 'Sunday, March 14'],
  ['Clocks go back', '2027-11-08T04:59:30Z', 'Sunday, November 7'],
])('%s', (_, at, day) => {
  let world: World
  let startedAt: number
  beforeAll(async () => {
    if (isMissing) return
    startedAt = Date.now()
    const now = () => new Date(Date.parse(at) + Date.now() - startedAt)
    world = await startWorld({
      now,
      environment: fake({ FAKETIME: `@${at.replace('T', ' ').replace('Z', '')}` }),
    })
  }, 180_000)
  afterAll(() => world?.close(), 60_000)

  test('Besides: the day ends at midnight in Toronto, not an hour before or after', async ({
    skip,
  }) => {
    if (isMissing) skip(isMissing)
    await untilWell(world)
    const today = async () => {
      const { body } = await ask(`${world.product.url}/daily-deals`)
      // Tags are stripped because the day has its own element, which keeps it on one line.
      return body.replace(/<[^>]*>/g, '').includes(`Today, ${day}`)
    }
    expect(await today()).toBe(true)
    await expect.poll(today, { timeout: 80_000, interval: 1000 }).toBe(false)
    await untilWell(world)
  })
})
