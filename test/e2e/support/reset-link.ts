import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import { createPerson } from '#test/support/factories.ts'
import type { OwnServer } from './own-server.ts'

/**
 * Creates a valid password reset link for a new person, as their mail has it; returns its path and its token.
 */
export async function makeResetLink({ ctx }: OwnServer): Promise<{ path: string; token: string }> {
  const { email } = await createPerson(ctx)
  const { token } = (await createPasswordReset(ctx, email)) ?? {}
  if (!token) throw new Error('There is no link.')
  return { path: `/password-reset?token=${token}`, token }
}
