import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import { findAdminSession, logOutAdmin } from '#app/admin/server/session/session.ts'
import { openAdmin } from '#test/support/admin.ts'
import {
  createMember,
  createPerson,
  createSubscriber,
  createUnconfirmed,
} from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'

export type Role = {
  name: string
  cookie: string
  csrf: Record<string, string>
  isSignedIn: boolean
  isAdmin: boolean
}

const HOUR_MS = 3_600_000

/** Creates one caller per role, each with everything that the role's browser would send. */
export async function createRoles(app: TestApp): Promise<Role[]> {
  const now = app.ctx.now()
  app.setNow(new Date(now.getTime() - HOUR_MS))
  const expired = await openAdmin(app)
  app.setNow(undefined)
  const locked = await openAdmin(app)
  const token = /admin=([\w-]{43})/.exec(locked.cookie)?.[1]
  const session = await findAdminSession(app.ctx, token)
  if (session) await logOutAdmin(app.ctx, session)
  const open = await openAdmin(app)

  const nobody = { cookie: '', csrf: {}, isSignedIn: false, isAdmin: false }
  const person = async ({ cookie }: { cookie: string }) => ({
    ...nobody,
    // With a token of the right kind, which opens nothing on its own.
    cookie: `${cookie}; ${open.cookie.replace(/admin=[\w-]+; /, '')}`,
    csrf: open.csrf,
    isSignedIn: true,
  })
  return [
    { name: 'visitor', ...nobody },
    { name: 'free user', ...(await person(await createPerson(app.ctx))) },
    { name: 'unconfirmed account', ...(await person(await createUnconfirmed(app.ctx))) },
    { name: 'member', ...(await person(await createMember(app.ctx))) },
    { name: 'former member', ...(await person(await createSubscriber(app.ctx, 'canceled'))) },
    { name: 'administrator who locked it', ...nobody, ...locked },
    { name: 'administrator who was away too long', ...nobody, ...expired },
    { name: 'administrator', ...nobody, ...open, isAdmin: true },
  ]
}

/** Opens the back office as somebody with an account there who signed in a moment ago. */
export async function openAs(app: TestApp, name: AdministratorRole) {
  const id = `the-${name}`
  const email = `${name}@club.example`
  const createdAt = app.ctx.now()
  await app.db
    .insertInto('administrators')
    .values({ id, email, name, role: name, passwordHash: '', createdAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ removedAt: null, role: name }))
    .execute()
  const opened = await openAdmin(app)
  await app.db
    .updateTable('adminSessions')
    .set({ administratorId: id })
    .where('label', '=', opened.label)
    .execute()
  return opened
}
