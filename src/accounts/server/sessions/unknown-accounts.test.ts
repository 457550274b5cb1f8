import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword, PASSWORD_HASHES_AT_ONCE } from '#app/accounts/server/passwords/passwords.ts'
import { createPerson } from '#test/support/factories.ts'
import { hashAsOperated } from '#test/support/passwords.ts'
import { useTestApp } from '#test/support/test-app.ts'

hashAsOperated()

const app = useTestApp({ environment: { TRUST_PROXY: '1' } })

let known: string
beforeEach(async () => {
  known = (await createPerson(app.ctx)).email
})
afterEach(() => app.db.deleteFrom('throttles').execute())

const networks = Array.from({ length: 1000 }, (_, index) => `10.${index >> 8}.${index & 255}.1`)

/** An attempt with a wrong password, from a network of its own unless one is given. */
function attempt(email: string, ip = networks.pop()) {
  const payload = { email, password: 'not the password' }
  const headers = { 'x-forwarded-for': ip ?? 'none left' }
  return app.inject({ method: 'POST', url: '/api/login', payload, headers })
}

/**
 * Everything an answer reveals, without what differs in every one: the request id, the date, and
 * the random time to retry after.
 */
function toldBy({ statusCode, body, headers }: Awaited<ReturnType<typeof attempt>>) {
  const { date, ...others } = headers
  if (statusCode === 503) others['retry-after'] &&= 'soon'
  return { statusCode, body: body.replace(/"requestId":"[^"]+"/, ''), headers: others }
}

describe('whether an address has an account', () => {
  test('is not told by the answer to a wrong password', async () => {
    const [mine, nobodys] = [await attempt(known), await attempt('nobody@example.com')]
    expect(mine.json()).toMatchObject({
      error: 'Invalid email or password',
      code: 'wrong-credentials',
    })
    expect(toldBy(nobodys)).toEqual(toldBy(mine))
  })

  test('is not told by when the attempts are slowed down', async () => {
    const answersTo = async (email: string) => {
      const told = []
      for (let tries = 0; tries < 8; tries += 1)
        told.push(toldBy(await attempt(email, '192.0.2.1')))
      return told.map(({ statusCode, headers }) => ({ statusCode, names: Object.keys(headers) }))
    }
    const mine = await answersTo(known)
    await app.db.deleteFrom('throttles').execute()
    expect(await answersTo('nobody@example.com')).toEqual(mine)
  })

  // The time of an answer is that of hashing. A stopwatch is unreliable on a busy machine, so the
  // test takes up the hashing queue instead, in which only hashing needs a place.
  test('is not told by the time: an unknown address is hashed like any other', async () => {
    const free = keepHashingBusy()
    const answers = await Promise.all([attempt(known), attempt('nobody@example.com')])
    await free()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503])
    expect(toldBy(answers[1])).toEqual(toldBy(answers[0]))
  })
})

describe('when too many sign in at once', () => {
  test('the rest are told at once to come back, and later get in', async () => {
    const free = keepHashingBusy()
    const refused = await attempt(known)
    await free()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([
      503,
      expect.stringMatching(/^[2-6]$/),
    ])
    expect(refused.json()).toMatchObject({ code: 'unavailable' })
    expect((await attempt(known)).statusCode).toBe(401)
  })

  test('being turned away does not count as a wrong password', async () => {
    const from = '192.0.2.77'
    const free = keepHashingBusy()
    const turnedAway = []
    for (let tries = 0; tries < 30; tries += 1) turnedAway.push(await attempt(known, from))
    await free()
    expect(new Set(turnedAway.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))

    const later = []
    for (let tries = 0; tries < 6; tries += 1) later.push((await attempt(known, from)).statusCode)
    expect(later).toEqual([401, 401, 401, 401, 401, 429])
  })
})

/** Takes every slot and all forty places of the queue until the returned function is called. */
function keepHashingBusy(): () => Promise<void> {
  let isOver = false
  const hashes = Array.from({ length: PASSWORD_HASHES_AT_ONCE + 40 }, async () => {
    while (!isOver) await hashPassword('somebody else')
  })
  return async () => {
    isOver = true
    await Promise.all(hashes)
  }
}
