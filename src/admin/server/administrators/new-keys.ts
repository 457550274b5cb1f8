import type { NewKeyStep } from '#app/admin/administrators/administrators.contract.ts'
import { MOST_PASSKEYS } from '#app/admin/administrators/administrators.facts.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest, Problem } from '#app/server/problem.ts'
import type { PasskeyRow, StepRow } from './administrators.queries.ts'
import { appAddress, newAppSecret, stepOfCode } from './code-app.ts'
import { beginStep } from './factors.ts'
import { findPasskeys, insertPasskey, updateAppSecret } from './keys.queries.ts'
import { newPasskeyOptions, readNewPasskey } from './passkeys.ts'

type Person = { administratorId: string | null; email: string; name: string }

/** Begins the creation of a passkey or an app's secret; only the step is stored. */
export async function beginNewKey(
  ctx: AppContext,
  { kind, administratorId, email, name }: Person & { kind: 'add-key' | 'invitation' },
): Promise<NewKeyStep> {
  const passkeys = administratorId ? await findPasskeys(ctx.db, administratorId) : []
  const passkey = await newPasskeyOptions(ctx, { email, name, passkeys })
  const appSecret = newAppSecret()
  const { challenge } = passkey
  const step = await beginStep(ctx, { kind, administratorId, challenge, appSecret })
  const address = appAddress(appSecret, { issuer: ctx.config.club.name, label: email })
  return { step, app: { secret: appSecret, address }, passkey: { ...passkey } }
}

export type MadeKey =
  | { kind: 'app'; secret: string; step: number }
  | { kind: 'passkey'; passkey: Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'> }

/** Verifies the key made in this step. Throws 400 at the field that is wrong. */
export async function provenKey(
  ctx: AppContext,
  {
    step,
    given,
  }: { step: StepRow; given: { code?: string | undefined; passkey?: object | undefined } },
): Promise<MadeKey> {
  if (given.passkey) {
    const passkey = await readNewPasskey(ctx, {
      answer: given.passkey,
      challenge: step.challenge ?? '',
    })
    if (passkey) return { kind: 'passkey', passkey }
    const words = 'This passkey could not be read. Try again, or use a code app.'
    throw badRequest(words, { passkey: words })
  }
  const secret = step.appSecret ?? ''
  const found = stepOfCode(secret, given.code ?? '', ctx.now())
  if (found !== undefined) return { kind: 'app', secret, step: found }
  const words = 'This code is not right. Type the six digits that the app shows now.'
  throw badRequest(words, { code: words })
}

/** Stores a new key. Throws 409 for a passkey that is in use already, and at the limit of passkeys. */
export async function keepNewKey(
  trx: Trx,
  ctx: AppContext,
  {
    administratorId,
    key,
    keyName = '',
  }: { administratorId: string; key: MadeKey; keyName?: string | undefined },
): Promise<void> {
  if (key.kind === 'app') {
    await updateAppSecret(trx, { administratorId, appSecret: key.secret, step: key.step })
    return
  }
  if ((await findPasskeys(trx, administratorId)).length >= MOST_PASSKEYS) {
    throw new Problem(
      409,
      'too-many-keys',
      `There are ${MOST_PASSKEYS} passkeys: remove one first.`,
    )
  }
  const createdAt = ctx.now()
  const name = keyName || 'Passkey'
  const row = { ...key.passkey, administratorId, name, createdAt }
  if (!(await insertPasskey(trx, row))) {
    throw new Problem(409, 'known-key', 'This passkey is in use already.')
  }
}
