import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import { createPerson } from '#test/support/factories.ts'
import type { OwnServer } from './own-server.ts'

/** A link to a new password that can be used, as the mail to somebody has it, and its secret. */
export async function makeResetLink({ ctx }: OwnServer): Promise<{ path: string; token: string }> {
  const { email } = await createPerson(ctx)
  const { token } = (await createPasswordReset(ctx, email)) ?? {}
  if (!token) throw new Error('There is no link.')
  return { path: `/password-reset?token=${token}`, token }
}
