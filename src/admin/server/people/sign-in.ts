import { isPassword } from '#app/accounts/server/passwords/passwords.ts'
import type {
  Factor,
  FactorAgain,
  FactorStep,
  ProofStep,
} from '#app/admin/administrators/administrators.contract.ts'
import { FAILURES_WINDOW_SECONDS } from '#app/admin/administrators/administrators.facts.ts'
import {
  findAdministrator,
  isPasswordStill,
} from '#app/admin/server/administrators/administrators.queries.ts'
import { askForFactor, proveFactor, requireStep } from '#app/admin/server/administrators/factors.ts'
import {
  type AdminSessionRow,
  findAdminPasswordHash,
  updateProvedAt,
} from '#app/admin/server/session/session.queries.ts'
import { openAccountSession } from '#app/admin/server/session/session.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { countAttempt } from '#app/server/rate-limits/login-backoff.ts'
import { countSignIn } from '#app/server/rate-limits/sign-ins.ts'

/** Most wrong passwords of one account from all places together, in a day. */
const FAILURES_PER_ACCOUNT = 100

/**
 * The first step: e-mail and password. Unknown addresses get the same answer in the same time. Throws 401
 * `invalid-password`, and 429 after too many attempts.
 */
export function beginSignIn(
  ctx: AppContext,
  { email, password, network }: { email: string; password: string; network: string },
): Promise<FactorStep> {
  return countSignIn('back-office', async () => {
    const address = email.trim().toLowerCase().normalize('NFC')
    const attempt = await countAttempt(ctx, {
      name: 'admin-account',
      bucket: `${address}:${network}`,
      bucketSeconds: FAILURES_WINDOW_SECONDS,
      shared: [
        {
          key: `admin-account-all:${address}`,
          limit: FAILURES_PER_ACCOUNT,
          windowSeconds: FAILURES_WINDOW_SECONDS,
        },
      ],
      message: 'Too many wrong passwords.',
    })
    const administrator = await findAdministrator(ctx.db, { email: address })
    const isRight = await isPassword(administrator?.passwordHash, password).catch(async (error) => {
      await attempt.refund()
      throw error
    })
    if (!administrator || !isRight) throw invalidPassword()
    await attempt.forgiving.execute(ctx.db)
    const asked = await askForFactor(ctx, 'sign-in', administrator)
    // A password change ends sign-ins that were started before it; this one was started after.
    if (!(await isPasswordStill(ctx.db, administrator))) throw invalidPassword()
    return asked
  })
}

function invalidPassword() {
  return new Problem(401, 'invalid-password', 'Invalid password')
}

/** The second step: opens the back office. Throws 401 `wrong-factor` or `begin-again`. */
export async function finishSignIn(
  ctx: AppContext,
  factor: Factor,
  browser: { network: string; browser: string; token: string | undefined },
) {
  const step = await requireStep(ctx, 'sign-in', factor.step)
  const administrator = await findAdministrator(ctx.db, { id: step.administratorId ?? '' })
  if (!administrator) throw new Problem(401, 'begin-again', 'Begin again, please.')
  const by = await proveFactor(ctx, { administrator, step, factor })
  return openAccountSession(ctx, { administrator, ...browser, by })
}

/** Returns how a signed-in administrator proves themselves before something sensitive. */
export async function beginProof(ctx: AppContext, session: AdminSessionRow): Promise<ProofStep> {
  if (session.administratorId === null) return { factor: null }
  const administrator = await findAdministrator(ctx.db, { id: session.administratorId })
  if (!administrator) throw new Problem(401, 'admin-required', 'Open the back office first.')
  return { factor: await askForFactor(ctx, 'prove', administrator) }
}

/** Marks the session as freshly proven. Throws 401 `wrong-factor`, `invalid-password` or `begin-again`. */
export async function finishProof(
  ctx: AppContext,
  session: AdminSessionRow,
  proof: FactorAgain,
): Promise<void> {
  if (session.administratorId === null) await provePassword(ctx, session, proof.password ?? '')
  else await proveAgain(ctx, session.administratorId, proof)
  await updateProvedAt(ctx.db, { tokenHash: session.tokenHash, now: ctx.now() })
}

async function proveAgain(
  ctx: AppContext,
  administratorId: string,
  proof: FactorAgain,
): Promise<void> {
  const step = await requireStep(ctx, 'prove', proof.step)
  const administrator = await findAdministrator(ctx.db, { id: administratorId })
  if (!administrator || step.administratorId !== administratorId) {
    throw new Problem(401, 'begin-again', 'Begin again, please.')
  }
  await proveFactor(ctx, { administrator, step, factor: proof })
}

async function provePassword(
  ctx: AppContext,
  { tokenHash }: AdminSessionRow,
  password: string,
): Promise<void> {
  const attempt = await countAttempt(ctx, {
    name: 'admin-proof',
    bucket: tokenHash,
    bucketSeconds: FAILURES_WINDOW_SECONDS,
    shared: [],
    message: 'Too many wrong passwords.',
  })
  if (!(await isPassword(await findAdminPasswordHash(ctx.db), password))) {
    throw invalidPassword()
  }
  await attempt.forgiving.execute(ctx.db)
}
