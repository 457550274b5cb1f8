import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { hashAsOperated } from '#test/support/passwords.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { prepareAdminPassword } from './password.ts'

hashAsOperated()

const app = useUnthrottledApp({ environment: { ADMIN_PASSWORD } })

function open(payload: object, on: TestApp = app) {
  return on.inject({ method: 'POST', url: '/api/admin/session', payload })
}

/** Opens a session by password; returns the cookies as the browser sends them. */
async function opened(password = ADMIN_PASSWORD) {
  const response = await open({ password })
  expect(response.statusCode, response.body).toBe(200)
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Makes a call that only an administrator may make. */
const use = async (cookie: string) =>
  (await app.as({ cookie }).inject({ url: '/api/admin/audit/filters' })).statusCode

describe('the password', () => {
  test('of production is not one that everybody tries first', async () => {
    const config = { ...app.ctx.config, isProduction: true, adminPassword: 'password' }
    await expect(prepareAdminPassword({ ...app.ctx, config })).rejects.toThrow('easy to guess')
  })

  test('is one for all processes; another one ends what the old one opened', async () => {
    const cookie = await opened()
    const same = await app.another({ environment: { ADMIN_PASSWORD } })
    expect(await use(cookie)).toBe(200)
    const other = await app.another({ environment: { ADMIN_PASSWORD: 'another-password' } })
    expect(await use(cookie)).toBe(401)
    const audit = app.db.selectFrom('auditEntries').select('actorName')
    expect(await audit.where('action', '=', 'session.password').execute()).toEqual([
      { actorName: 'The server' },
    ])
    for (const process of [app, same, other]) {
      expect((await open({ password: ADMIN_PASSWORD }, process)).statusCode).toBe(401)
      expect((await open({ password: 'another-password' }, process)).statusCode).toBe(200)
    }
    await prepareAdminPassword(app.ctx)
    await opened()
    await same.close()
    await other.close()
  })

  test('is neither looked at nor kept once there is an owner and the emergency door is shut', async () => {
    const cookie = await opened()
    const owner = { id: 'owner-1', email: 'o@club.example', name: 'O', role: 'owner' as const }
    const more = { passwordHash: '', appSecret: null, createdAt: app.ctx.now() }
    await app.db
      .insertInto('administrators')
      .values({ ...owner, ...more, removedAt: null })
      .execute()
    for (const adminPassword of ['password', undefined]) {
      const config = { ...app.ctx.config, isProduction: true, adminPassword }
      expect(await prepareAdminPassword({ ...app.ctx, config })).toEqual({ kind: 'owned' })
    }
    expect(await use(cookie)).toBe(200)
    const adminEmergencyUntil = new Date(app.ctx.now().getTime() + 60_000)
    const config = { ...app.ctx.config, adminEmergencyUntil, isProduction: true }
    const open = { ...app.ctx, config: { ...config, adminPassword: 'password' } }
    await expect(prepareAdminPassword(open)).rejects.toThrow('easy to guess')
    await app.db.deleteFrom('administrators').execute()
  })

  test('opens the emergency door for a day at most: a setting of longer stops the start', async () => {
    const now = new Date('2026-11-20T15:00:00Z')
    const start = (until: string) => {
      const adminEmergencyUntil = new Date(until)
      const config = { ...app.ctx.config, adminEmergencyUntil }
      return prepareAdminPassword({ ...app.ctx, config, now: () => now })
    }
    await expect(start('2026-11-21T15:00:01Z')).rejects.toThrow('more than 24 hours ahead')
    expect((await start('2026-11-21T15:00:00Z')).kind).not.toBe('owned')
  })

  test('is made up once when none is set, by one of all processes that start', async () => {
    await app.db.deleteFrom('adminCredentials').execute()
    const ctx = { ...app.ctx, config: { ...app.ctx.config, adminPassword: undefined } }
    const prepared = await Promise.all([1, 2, 3].map(() => prepareAdminPassword(ctx)))
    const made = prepared.flatMap((each) => (each.kind === 'new' ? [each.password] : []))
    expect(made).toEqual([expect.stringMatching(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/)])
    await opened(made[0])
    expect(await prepareAdminPassword(ctx)).toEqual({ kind: 'kept' })
    await prepareAdminPassword(app.ctx)
    expect((await open({ password: made[0] })).statusCode).toBe(401)
  })

  test('of starts at once with two passwords, one is the password afterwards', async () => {
    const configs = ['password-one', 'password-two'].map((adminPassword) => ({
      ...app.ctx,
      config: { ...app.ctx.config, adminPassword },
    }))
    await Promise.all([...configs, ...configs, ...configs].map((ctx) => prepareAdminPassword(ctx)))
    const statuses = await Promise.all(
      ['password-one', 'password-two'].map(
        async (password) => (await open({ password })).statusCode,
      ),
    )
    expect(statuses.toSorted()).toEqual([200, 401])
    await prepareAdminPassword(app.ctx)
  })

  test('is written down nowhere, nor is a token', async () => {
    const cookie = await opened()
    await open({ password: 'a-wrong-password-canary' })
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'
    `.execute(app.db)
    let all = app.logLines.join('\n')
    for (const { name } of rows) {
      all += JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(app.db)).rows)
    }
    const tokens = [...cookie.matchAll(/=([\w-]{43})/g)].map(([, token = '']) => token)
    expect(tokens).toHaveLength(2)
    for (const secret of [...tokens, ADMIN_PASSWORD, 'a-wrong-password-canary']) {
      expect(all.includes(secret), secret).toBe(false)
    }
    expect(all).toMatch(/"passwordHash":"\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})
