import { newId } from '#app/server/ids.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import type { TestApp } from './test-app.ts'

export const ADMIN_PASSWORD = 'the-back-office-1'

/** The back office, opened in a browser of its own, with what multipart calls send along. */
export async function openAdmin(
  app: Pick<TestApp, 'db' | 'ctx' | 'inject'>,
  name = '',
): Promise<{ cookie: string; csrf: Record<string, string>; label: string }> {
  const token = newToken()
  const label = newId().slice(0, 6)
  const now = app.ctx.now()
  await app.db
    .insertInto('adminSessions')
    .values({ tokenHash: hashToken(token), label, name, createdAt: now, lastSeenAt: now })
    .execute()
  const answer = await app.inject({ url: '/api/csrf-token' })
  const secret = answer.cookies.find((cookie) => cookie.name === 'csrf')?.value
  return {
    cookie: `admin=${token}; csrf=${secret}`,
    csrf: { 'x-csrf-token': answer.json().csrfToken },
    label,
  }
}
