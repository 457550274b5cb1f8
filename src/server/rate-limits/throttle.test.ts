import { beforeEach, describe, expect, test } from 'vitest'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { purgeOldCounters } from './counters.queries.ts'
import { createThrottle } from './throttle.ts'

const app = useUnthrottledApp()
const throttle = () => createThrottle(app.ctx, { name: 'knock', limit: 3, windowSeconds: 60 })

const start = new Date('2026-11-21T12:00:00Z')
beforeEach(() => app.setNow(start))

const secondsLater = (seconds: number) => app.setNow(new Date(start.getTime() + seconds * 1000))

describe('a throttle', () => {
  test('allows so many, then says how long to wait, and begins again', async () => {
    const { consume } = throttle()
    for (let count = 0; count < 3; count += 1) {
      expect(await consume('ada')).toEqual({ isAllowed: true })
      secondsLater(count + 1)
    }
    secondsLater(10)
    expect(await consume('ada')).toEqual({ isAllowed: false, waitSeconds: 50 })
    secondsLater(59.9)
    expect(await consume('ada')).toEqual({ isAllowed: false, waitSeconds: 1 })
    secondsLater(60)
    expect(await consume('ada')).toEqual({ isAllowed: true })
    secondsLater(61)
    expect(await consume('ada')).toEqual({ isAllowed: true })
  })

  test('counts each key by itself, and each name', async () => {
    for (let count = 0; count < 4; count += 1) await throttle().consume('ada')
    expect(await throttle().consume('grace')).toEqual({ isAllowed: true })
    const other = createThrottle(app.ctx, { name: 'ring', limit: 1, windowSeconds: 60 })
    expect(await other.consume('ada')).toEqual({ isAllowed: true })
  })

  test('looks without counting', async () => {
    const { check, consume } = throttle()
    for (let count = 0; count < 9; count += 1) {
      expect(await check('ada')).toEqual({ isAllowed: true })
    }
    for (let count = 0; count < 3; count += 1) await consume('ada')
    expect(await check('ada')).toEqual({ isAllowed: false, waitSeconds: 60 })
    secondsLater(60)
    expect(await check('ada')).toEqual({ isAllowed: true })
  })

  test('allows no more when all ask at once', async () => {
    const verdicts = await Promise.all(Array.from({ length: 30 }, () => throttle().consume('ada')))
    expect(verdicts.filter(({ isAllowed }) => isAllowed)).toHaveLength(3)
    for (const verdict of verdicts) {
      expect(verdict.isAllowed || verdict.waitSeconds).toSatisfy(
        (answer) => answer === true || answer === 60,
      )
    }
  })

  test('leaves nothing behind once it is long over', async () => {
    await throttle().consume('ada')
    const left = async () => (await app.db.selectFrom('throttles').select('key').execute()).length
    await purgeOldCounters(app.db, new Date(start.getTime() + 60 * 60_000))
    expect(await left()).toBe(1)
    await purgeOldCounters(app.db, new Date(start.getTime() + 62 * 60_000))
    expect(await left()).toBe(0)
  })
})
