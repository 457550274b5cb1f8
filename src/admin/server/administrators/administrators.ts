import { hashPassword } from '#app/accounts/server/passwords/passwords.ts'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { insertAdministratorUnlessThere } from './administrators.queries.ts'

type Given = {
  email: string
  name: string
  role: AdministratorRole
  password: string
  /** Shared with an authenticator app, in base 32. */
  appSecret: string
}

/** Creates an account with keys known beforehand: for demo data, never for people. */
export async function addAdministrator(
  ctx: { db: Trx } & Pick<AppContext, 'now'>,
  { password, ...given }: Given,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const row = { ...given, id: newId(), passwordHash, createdAt: ctx.now() }
  await insertAdministratorUnlessThere(ctx.db, row)
}
