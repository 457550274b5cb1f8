import type { SetupCheck } from '#app/admin/operations/setup.contract.ts'
import { findAdministrator } from '#app/admin/server/administrators/administrators.queries.ts'
import { type Actor, recordDone, requireStillHere } from '#app/admin/server/audit/audit.ts'
import type { AdminSessionRow } from '#app/admin/server/session/session.queries.ts'
import { readProviderSetup } from '#app/membership/server/webhooks/setup.ts'
import { findLastBackup } from '#app/server/backup/backups.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { renderLetter } from '#app/server/mail/layout.ts'
import { MailNotSent } from '#app/server/mail/transport.ts'
import { readMark, writeMark } from '#app/server/observability/setup-marks.ts'
import { badRequest, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { type Club, demoClub } from '#app/shared/site.ts'
import { LETTER_TAKEN, setupLines } from './setup.copy.ts'
import { findFailedJobs, readDatabaseTime } from './setup.queries.ts'

/** The mark that remembers the last test letter. */
const LETTER = 'setup-letter'
const LETTERS_AN_HOUR = 10
/** A key that no picture has; overwritten by each check. */
const PROBE = `${'0'.repeat(32)}.jpg`

/** Checks every service that the club depends on, now, and describes each in a line, without secrets. */
async function checkSetup(ctx: AppContext): Promise<SetupCheck['lines']> {
  const { config } = ctx
  const [payments, mailFault, letter, storageFault, backup, database, failedJobs] =
    await Promise.all([
      readProviderSetup(ctx),
      faultOf(() => ctx.mail.check()),
      readMark(ctx, LETTER),
      faultOf(() => writeAndRead(ctx)),
      findLastBackup(ctx.db),
      readAhead(ctx),
      findFailedJobs(ctx.db),
    ])
  return setupLines({
    now: ctx.now(),
    isProduction: config.isProduction,
    payments,
    mail: {
      isOutbox: config.mail.smtpUrl === undefined,
      fault: mailFault,
      letter: letter ? { at: letter.happenedAt, words: letter.words } : null,
    },
    storage: { isBucket: config.pictures.s3 !== undefined, fault: storageFault },
    backup: backup ?? null,
    database,
    demoDetails: demoDetailsOf(config.club),
    failedJobs,
  })
}

/** The governing law is not listed: clubs may share the demo's, and production does not start without one. */
const DETAILS = [
  ['company', 'COMPANY_NAME'],
  ['postalAddress', 'COMPANY_ADDRESS'],
  ['registerNumber', 'COMPANY_NUMBER'],
  ['supportEmail', 'SUPPORT_EMAIL'],
] as const

/** Returns the settings that still hold the details of the demo. */
export function demoDetailsOf(club: Club): string[] {
  return DETAILS.filter(([key]) => club[key] === demoClub[key]).map(([, setting]) => setting)
}

export async function readHouseSetup(
  ctx: AppContext,
  session: AdminSessionRow,
): Promise<SetupCheck> {
  const [lines, letterTo] = await Promise.all([checkSetup(ctx), addressOf(ctx, session)])
  return { checkedAt: ctx.now().toISOString(), lines, letterTo }
}

/** Runs at startup: logs whatever is wrong, with what to do. Never throws. */
export async function logSetup(ctx: AppContext): Promise<void> {
  try {
    const lines = await checkSetup(ctx)
    for (const { part, state, says, todo } of lines) {
      if (state === 'bad') ctx.log.error({ part, todo }, `setup check: ${says}`)
    }
    const of = (state: string) =>
      lines.filter((each) => each.state === state).map(({ part }) => part)
    ctx.log.info(
      { good: of('good'), note: of('note'), bad: of('bad') },
      'setup check: /admin/setup',
    )
  } catch (err) {
    ctx.log.error({ err }, 'the setup could not be checked')
  }
}

async function addressOf(
  { db }: AppContext,
  { administratorId }: AdminSessionRow,
): Promise<string | null> {
  if (administratorId === null) return null
  return (await findAdministrator(db, { id: administratorId }))?.email ?? null
}

/** Sends a test letter to the administrator while they wait. Throws 400 if no address is known. */
export async function sendSetupLetter(
  ctx: AppContext,
  { session, actor, to: asked }: { session: AdminSessionRow; actor: Actor; to: string | undefined },
): Promise<SetupCheck> {
  const to = (await addressOf(ctx, session)) ?? asked
  if (to === undefined) throw badRequest('Say where the letter goes.', { to: 'is missing' })
  const throttle = createThrottle(ctx, {
    name: LETTER,
    limit: LETTERS_AN_HOUR,
    windowSeconds: 3600,
  })
  const verdict = await throttle.consume('operations')
  if (!verdict.isAllowed) throw tooManyRequests('That is many letters.', verdict.waitSeconds)
  const letter = renderLetter(
    {
      subject: `A letter from ${ctx.config.club.name}`,
      preview: 'Mail goes out.',
      reason: 'You asked for it in the back office.',
      blocks: [
        { kind: 'title', text: 'Mail goes out' },
        { kind: 'paragraph', text: 'If you read this where you read your mail, it arrives too.' },
      ],
    },
    { publicUrl: ctx.config.http.publicUrl, club: ctx.config.club },
  )
  await requireStillHere(ctx.db, actor)
  const subject = `A letter from ${ctx.config.club.name}`
  const words = await ctx.mail.send({ id: newId(), to, subject, at: ctx.now(), ...letter }).then(
    () => LETTER_TAKEN,
    (error: unknown) => faultWords(error),
  )
  await writeMark(ctx, LETTER, words)
  await ctx.db.transaction().execute((trx) =>
    recordDone(trx, ctx, actor, [
      {
        action: words === LETTER_TAKEN ? 'setup.letter' : 'setup.letter-refused',
        subject: { kind: 'mail', id: LETTER, label: 'A letter to oneself' },
      },
    ]),
  )
  return readHouseSetup(ctx, session)
}

async function writeAndRead({ storage }: AppContext): Promise<void> {
  const bytes = Buffer.from('setup check')
  await storage.put(PROBE, bytes, 'image/jpeg')
  const found = await storage.read(PROBE)
  const chunks: Buffer[] = []
  for await (const chunk of found?.body ?? []) chunks.push(chunk as Buffer)
  if (!Buffer.concat(chunks).equals(bytes)) throw new Error('what was written is not what is read')
}

async function readAhead(ctx: AppContext): Promise<{ aheadMs: number }> {
  const database = await readDatabaseTime(ctx.db)
  return { aheadMs: database.getTime() - ctx.now().getTime() }
}

async function faultOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    return faultWords(error)
  }
}

/** Codes rather than messages: messages of other libraries may contain a key, a password or an address. */
function faultWords(error: unknown): string {
  if (error instanceof MailNotSent) return error.message
  const { code, name, cause } = (error ?? {}) as Record<string, unknown>
  const inner = (cause as { code?: unknown } | undefined)?.code
  return String(code ?? inner ?? name ?? 'unknown')
}
