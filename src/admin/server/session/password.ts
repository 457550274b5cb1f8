import { randomInt } from 'node:crypto'
import {
  hashPassword,
  isPassword,
  requireUncommonPassword,
} from '#app/accounts/server/passwords/passwords.ts'
import { recordAudit } from '#app/admin/server/audit/audit.ts'
import type { AppContext } from '#app/server/context.ts'
import {
  deleteAdminSessions,
  findAdminPasswordHash,
  insertAdminPassword,
  replaceAdminPassword,
} from './session.queries.ts'

/** Letters and digits that nobody takes for one another. */
export const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

export function readableText(length: number): string {
  return Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('')
}

/** How the password of the back office came to be; only a new one is known in clear text. */
export type PreparedPassword =
  | { kind: 'configured' }
  | { kind: 'kept' }
  | { kind: 'new'; password: string }

/**
 * Makes sure at the start that there is one password for all processes on this database: the
 * configured one, else a random one. Another one than before ends every session.
 */
export async function prepareAdminPassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'now'>,
): Promise<PreparedPassword> {
  const { adminPassword, isProduction } = ctx.config
  if (isProduction && adminPassword) await requireUncommonPassword(ctx, adminPassword, '')
  const stored = await findAdminPasswordHash(ctx.db)
  if (adminPassword === undefined) {
    if (stored !== undefined) return { kind: 'kept' }
    const password = [4, 4, 4, 4].map(readableText).join('-')
    const passwordHash = await hashPassword(password)
    const isOurs = await insertAdminPassword(ctx.db, { passwordHash, now: ctx.now() })
    return isOurs ? { kind: 'new', password } : { kind: 'kept' }
  }
  if (stored !== undefined && (await isPassword(stored, adminPassword))) {
    return { kind: 'configured' }
  }
  const isSet = await setAdminPassword(ctx, stored, await hashPassword(adminPassword))
  // Another process has set one meanwhile: whether it is this one has to be seen again.
  return isSet ? { kind: 'configured' } : prepareAdminPassword(ctx)
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
    await deleteAdminSessions(trx)
    await recordAudit(trx, ctx, { name: 'The server', session: '' }, [
      {
        action: 'session.password',
        subject: { kind: 'session', id: 'password', label: 'The administrator’s password' },
      },
    ])
    return true
  })
}
