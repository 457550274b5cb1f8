import { Secret, TOTP } from 'otpauth'
import { beforeEach } from 'vitest'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

/** The password that each administrator chose on joining. */
export const CHOSEN = 'four-words-that-nobody-else-has'
export const START = new Date('2026-11-23T14:00:00Z')
const MINUTE_MS = 60_000

export type Joined = {
  browser: Browser
  secret: string
  email: string
  codes: string[]
  id: string
}

/**
 * An app whose administrators have accounts. Before each test there are none, the password that all share
 * opens the door, and it is {@link START}.
 */
export function useAdministrators() {
  const app = useUnthrottledApp({ environment: { ADMIN_PASSWORD } })
  let now = START
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * MINUTE_MS)
    app.setNow(now)
  }
  beforeEach(async () => {
    now = START
    app.setNow(START)
    await app.db.deleteFrom('adminSessions').execute()
    await app.db.deleteFrom('administrators').execute()
    await app.db.deleteFrom('administratorInvitations').execute()
  })

  const codeOf = (secret: string) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.getTime() })

  /** Opens the back office with the shared password. */
  async function openShared(): Promise<Browser> {
    const browser = openBrowser(app)
    const answer = await browser.post('/api/admin/session', { password: ADMIN_PASSWORD })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return browser
  }

  /** Returns the link in the newest invitation mail to this address. */
  async function linkTo(email: string): Promise<string> {
    const { id } = await app.db
      .selectFrom('administratorInvitations')
      .select('id')
      .where('email', '=', email)
      .where('endedAt', 'is', null)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow()
    const token = newToken()
    await app.db
      .insertInto('administratorInvitationLinks')
      .values({ tokenHash: hashToken(token), invitationId: id })
      .execute()
    return token
  }

  /** Joins on an invitation from `by`, with an authenticator app as second factor. */
  async function join(
    by: Browser,
    role: AdministratorRole,
    email = `${role}@club.example`,
  ): Promise<Joined> {
    const invited = await by.post('/api/admin/people', { email, name: role, role })
    if (invited.statusCode !== 200) throw new Error(invited.body)
    const browser = openBrowser(app)
    const token = await linkTo(email)
    const { step, app: made } = (await browser.post('/api/admin/invitation', { token })).json()
    const code = codeOf(made.secret)
    const taken = await browser.post('/api/admin/invitation/take', {
      token,
      step,
      password: CHOSEN,
      name: `The ${role}`,
      code,
    })
    if (taken.statusCode !== 200) throw new Error(taken.body)
    const { id } = await app.db
      .selectFrom('administrators')
      .select('id')
      .where('email', '=', email)
      .where('removedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return { browser, secret: made.secret, email, codes: taken.json().recoveryCodes, id }
  }

  async function signIn({ email, secret }: Joined, given?: object, password = CHOSEN) {
    const browser = openBrowser(app)
    const first = await browser.post('/api/admin/sign-in', { email, password })
    if (first.statusCode !== 200) return { browser, answer: first }
    const { step } = first.json()
    const factor = given ?? { code: codeOf(secret) }
    return { browser, answer: await browser.post('/api/admin/sign-in/factor', { step, ...factor }) }
  }

  return { app, pass, codeOf, openShared, linkTo, join, signIn }
}

/** Returns the status and the error code. */
export const outcome = (answer: { statusCode: number; body: string }) =>
  `${answer.statusCode} ${answer.body.startsWith('{') ? (JSON.parse(answer.body).code ?? '') : ''}`.trim()
export const can = async (browser: Browser, url: string) => outcome(await browser.get(url))
