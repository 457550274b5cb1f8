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
  /** Shared with a code app, in base 32. */
  appSecret: string
}

/** Makes an account with keys that are known beforehand: for examples, never for people. */
export async function addAdministrator(
  ctx: { db: Trx } & Pick<AppContext, 'now'>,
  { password, ...given }: Given,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  const row = { ...given, id: newId(), passwordHash, createdAt: ctx.now() }
  await insertAdministratorUnlessThere(ctx.db, row)
}
