import type {
  FactorStep,
  Factor as GivenFactor,
} from '#app/admin/administrators/administrators.contract.ts'
import { FAILURES_WINDOW_SECONDS, STEP_MS } from '#app/admin/administrators/administrators.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { type CountedAttempt, countAttempt } from '#app/server/rate-limits/login-backoff.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import {
  type AdministratorRow,
  findStep,
  insertStep,
  type StepRow,
  takeStep,
} from './administrators.queries.ts'
import { stepOfCode } from './code-app.ts'
import { findPasskeys, spendAppStep, spendRecoveryCode, updatePasskeyUse } from './keys.queries.ts'
import { passkeyOptions, readPasskeyAnswer } from './passkeys.ts'
import { hashRecoveryCode } from './recovery-codes.ts'

type Factor = Pick<GivenFactor, 'code' | 'recoveryCode' | 'passkey'>

/** Begins a step that the browser has to answer; returns its token. */
export async function beginStep(
  ctx: Pick<AppContext, 'db' | 'now'>,
  step: Omit<StepRow, 'tokenHash' | 'expiresAt'>,
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(ctx.now().getTime() + STEP_MS)
  await insertStep(ctx.db, { ...step, tokenHash: hashToken(token), expiresAt })
  return token
}

/** Returns an open step. Throws 401 `begin-again` for one that never began, was answered or has expired. */
export async function requireStep(
  ctx: Pick<AppContext, 'db' | 'now'>,
  kind: StepRow['kind'],
  token: string | undefined,
): Promise<StepRow> {
  const now = ctx.now()
  const step = isTokenShaped(token)
    ? await findStep(ctx.db, { tokenHash: hashToken(token), kind, now })
    : undefined
  if (!step) throw tooLate()
  return step
}

function tooLate() {
  return new Problem(401, 'begin-again', 'That took too long. Begin again, please.')
}

/** Begins a step that asks an administrator for their second factor. */
export async function askForFactor(
  ctx: AppContext,
  kind: 'sign-in' | 'prove',
  { id, appSecret }: Pick<AdministratorRow, 'id' | 'appSecret'>,
): Promise<FactorStep> {
  const passkey = await passkeyOptions(ctx, await findPasskeys(ctx.db, id))
  const challenge = passkey?.challenge ?? null
  const step = await beginStep(ctx, { kind, administratorId: id, challenge, appSecret: null })
  return { step, hasApp: appSecret !== null, passkey: passkey && { ...passkey } }
}

/**
 * Verifies a second factor: a code, a recovery code or a signature works only once. Throws 401
 * `wrong-factor`, and 429 after too many attempts. Attempts are counted by account, so that guessing from
 * many places fails too.
 */
export async function proveFactor(
  ctx: AppContext,
  {
    administrator,
    step,
    factor,
  }: { administrator: AdministratorRow; step: StepRow; factor: Factor },
): Promise<'code' | 'recovery code' | 'passkey'> {
  const attempt = await countFactor(ctx, administrator.id)
  const proven = await tryFactor(ctx, { administrator, step, factor, attempt })
  if (proven) return proven
  throw new Problem(401, 'wrong-factor', wordsFor(factor))
}

function wordsFor(factor: Factor): string {
  if (factor.code !== undefined)
    return 'This code is not right, or it was used. Wait for the next one.'
  if (factor.recoveryCode !== undefined) return 'This recovery code is not right, or it was used.'
  return 'This passkey is not one of yours.'
}

async function tryFactor(
  ctx: AppContext,
  {
    administrator,
    step,
    factor,
    attempt,
  }: {
    administrator: AdministratorRow
    step: StepRow
    factor: Factor
    attempt: CountedAttempt
  },
) {
  const { id: administratorId, appSecret } = administrator
  const now = ctx.now()
  if (factor.passkey) {
    const used = await readPasskeyAnswer(ctx, {
      answer: factor.passkey,
      challenge: step.challenge ?? '',
      passkeys: step.challenge ? await findPasskeys(ctx.db, administratorId) : [],
    })
    if (!used) return
    return ctx.db.transaction().execute(async (trx) => {
      if (!(await takeStep(trx, step.tokenHash))) throw tooLate()
      await updatePasskeyUse(trx, { ...used, now })
      await attempt.forgiving.execute(trx)
      return 'passkey' as const
    })
  }
  const codeStep =
    factor.code !== undefined && appSecret ? stepOfCode(appSecret, factor.code, now) : undefined
  if (factor.code !== undefined && codeStep === undefined) return
  return ctx.db.transaction().execute(async (trx) => {
    const isRight =
      codeStep !== undefined
        ? await spendAppStep(trx, { administratorId, step: codeStep })
        : await spendRecoveryCode(trx, {
            administratorId,
            codeHash: hashRecoveryCode(factor.recoveryCode ?? ''),
            now,
          })
    if (!isRight) return
    if (!(await takeStep(trx, step.tokenHash))) throw tooLate()
    await attempt.forgiving.execute(trx)
    return codeStep !== undefined ? ('code' as const) : ('recovery code' as const)
  })
}

function countFactor(ctx: AppContext, administratorId: string): Promise<CountedAttempt> {
  return countAttempt(ctx, {
    name: 'admin-factor',
    bucket: administratorId,
    bucketSeconds: FAILURES_WINDOW_SECONDS,
    shared: [],
    message: 'Too many wrong codes.',
  })
}
