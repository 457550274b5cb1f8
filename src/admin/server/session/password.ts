import {
  hashPassword,
  isPassword,
  requireUncommonPassword,
} from '#app/accounts/server/passwords/passwords.ts'
import { LONGEST_EMERGENCY_MS } from '#app/admin/administrators/administrators.facts.ts'
import { hasOwner } from '#app/admin/server/administrators/administrators.queries.ts'
import { recordAudit } from '#app/admin/server/audit/audit.ts'
import type { AppContext } from '#app/server/context.ts'
import { readableText } from '#app/server/readable-text.ts'
import {
  deleteSharedSessions,
  findAdminPasswordHash,
  insertAdminPassword,
  replaceAdminPassword,
} from './session.queries.ts'
import { isEmergencyDoorOpen } from './session.ts'

/** Where the password of the back office comes from; only a new one is known in clear text. */
export type PreparedPassword =
  | { kind: 'configured' }
  | { kind: 'kept' }
  | { kind: 'new'; password: string }
  /** There is an owner: the password opens nothing except the emergency door while that is open. */
  | { kind: 'owned' }

/**
 * Ensures at startup that all processes on this database share one password: the configured one, else a
 * random one. A changed password ends the sessions that the previous one opened.
 */
export async function prepareAdminPassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'now'>,
): Promise<PreparedPassword> {
  const { adminPassword, adminEmergencyUntil, isProduction } = ctx.config
  const isOwned = await hasOwner(ctx.db)
  if (
    adminEmergencyUntil &&
    adminEmergencyUntil.getTime() - ctx.now().getTime() > LONGEST_EMERGENCY_MS
  ) {
    throw new Error('ADMIN_EMERGENCY_UNTIL is more than 24 hours ahead')
  }
  // The password opens nothing now, so it is neither checked nor stored.
  if (isOwned && !isEmergencyDoorOpen(ctx)) return { kind: 'owned' }
  if (isProduction && !adminPassword && !isOwned) {
    throw new Error('ADMIN_PASSWORD is required in production until the club has an owner')
  }
  if (isProduction && adminPassword) await requireUncommonPassword(ctx, adminPassword, '')
  const stored = await findAdminPasswordHash(ctx.db)
  if (adminPassword === undefined) {
    if (isOwned) return { kind: 'owned' }
    if (stored !== undefined) return { kind: 'kept' }
    const password = [4, 4, 4, 4].map(readableText).join('-')
    const passwordHash = await hashPassword(password)
    const isOurs = await insertAdminPassword(ctx.db, { passwordHash, now: ctx.now() })
    return isOurs ? { kind: 'new', password } : { kind: 'kept' }
  }
  if (stored !== undefined && (await isPassword(stored, adminPassword))) {
    return { kind: isOwned ? 'owned' : 'configured' }
  }
  const isSet = await setAdminPassword(ctx, stored, await hashPassword(adminPassword))
  // Another process has set one meanwhile: check again whether it is the same.
  return isSet ? { kind: isOwned ? 'owned' : 'configured' } : prepareAdminPassword(ctx)
}

async function setAdminPassword(
  ctx: Pick<AppContext, 'db' | 'now'>,
  old: string | undefined,
  passwordHash: string,
): Promise<boolean> {
  const now = ctx.now()
  if (old === undefined) return insertAdminPassword(ctx.db, { passwordHash, now })
  return ctx.db.transaction().execute(async (trx) => {
    const isReplaced = await replaceAdminPassword(trx, { old, passwordHash, now })
    if (!isReplaced) return false
    await deleteSharedSessions(trx)
    await recordAudit(trx, ctx, { name: 'The server', session: '' }, [
      {
        action: 'session.password',
        subject: { kind: 'session', id: 'password', label: 'The administrator’s password' },
      },
    ])
    return true
  })
}
