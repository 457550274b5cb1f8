import type { Database } from '#app/db/database.ts'
import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { counter } from '#app/server/observability/instruments.ts'
import { DAY_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { MAIL_KEPT_MS } from '#app/shared/retention.ts'
import { renderLetter } from './layout.ts'
import type { Mail } from './mail.queries.ts'
import {
  findWaitingMails,
  finishMails,
  purgeMailsBefore,
  recordMailFailure,
  startMailAttempts,
} from './mail.queries.ts'
import { type MailTemplates, queueMailDelivery } from './mail.ts'
import { MailNotSent } from './transport.ts'

/** A mail that could not be delivered for this long is given up and logged. */
const GIVE_UP_AFTER_MS = 7 * DAY_MS
/** Far past the first retries: a mail still waiting may have lost its job. */
const LOST_AFTER_MS = 30 * MINUTE_MS
const PAGE = 100

/**
 * Sends queued mails at least once: retries until the mail server accepts it, rejects the recipient permanently, or a
 * week has passed.
 */
export function mailQueue(templates: MailTemplates): Queue {
  return {
    policy: 'exclusive',
    atOnce: 5,
    longestSeconds: 5 * 60,
    work: (ctx, { mailId }: { mailId: string }) => deliverMail(ctx, templates, mailId),
  }
}

/** Enqueues mails again that lost their job, and anonymizes old ones. */
export const mailSweepQueue: Queue = {
  cron: '17 * * * *',
  work: async (ctx) => {
    await findLostMails(ctx)
    await purgeMailsBefore(ctx.db, new Date(ctx.now().getTime() - MAIL_KEPT_MS))
  },
}

const mails = counter('nouveau_mails_total', 'Mails by what became of an attempt to send one', {
  fate: ['sent', 'later', 'needless', 'refused', 'given-up'],
})

const startAttempt = batch((db: Database, ids: string[]) => startMailAttempts(db, ids))

const finish = batch(async (ctx: AppContext, ids: string[], state) => {
  await finishMails(ctx.db, ids, { state: state as State, finishedAt: ctx.now() })
  return ids
})

type State = 'sent' | 'dropped' | 'refused'

/** Throws when the mail was not accepted, so that its job is retried. */
async function deliverMail(
  ctx: AppContext,
  templates: MailTemplates,
  mailId: string,
): Promise<void> {
  const mail = await startAttempt(ctx.db, '', mailId)
  if (!mail) return
  try {
    const isSent = await sendMail(ctx, templates, mail)
    mails.add({ fate: isSent ? 'sent' : 'needless' })
    if (isSent) ctx.log.info({ mailId, template: mail.template }, 'a mail was sent')
    await finish(ctx, isSent ? 'sent' : 'dropped', mailId)
  } catch (error) {
    await recordMailFailure(ctx.db, mailId, describe(error))
    if (error instanceof MailNotSent && error.isFinal) {
      const about = { err: error, mailId, template: mail.template }
      ctx.log.warn(about, 'a mail is given up: its recipient is turned away')
      mails.add({ fate: 'refused' })
      return finish(ctx, 'refused', mailId).then(() => {})
    }
    if (ctx.now().getTime() - mail.sendAfter.getTime() < GIVE_UP_AFTER_MS) {
      mails.add({ fate: 'later' })
      throw error
    }
    mails.add({ fate: 'given-up' })
    ctx.log.error({ err: error, mailId, template: mail.template }, 'a mail is given up')
    await finish(ctx, 'dropped', mailId)
  }
}

/** Returns false when the mail has become pointless or has no recipient. */
async function sendMail(ctx: AppContext, templates: MailTemplates, mail: Mail): Promise<boolean> {
  const prepare = Object.hasOwn(templates, mail.template) && templates[mail.template]
  if (!prepare) throw new Error(`There is no mail called ${mail.template}.`)
  if (!isAddress(mail.to)) {
    ctx.log.error({ mailId: mail.id }, 'a mail has no address that could be written to')
    return false
  }
  const letter = await prepare(ctx, mail)
  if (!letter) return false
  await ctx.mail.send({
    id: mail.id,
    to: mail.to,
    subject: letter.subject,
    at: ctx.now(),
    ...renderLetter(letter, { publicUrl: ctx.config.http.publicUrl, club: ctx.config.club }),
  })
  return true
}

async function findLostMails(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.now().getTime() - LOST_AFTER_MS)
  let after = ''
  for (;;) {
    const mails = await findWaitingMails(ctx.db, { before, after, limit: PAGE })
    await ctx.db.transaction().execute(async (trx) => {
      for (const mail of mails) await queueMailDelivery(trx, ctx, mail)
    })
    const last = mails.at(-1)
    if (!last || mails.length < PAGE) return
    after = last.id
  }
}

/** Exactly one address: no list, no display name, no line break. */
function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+$/u.test(text)
}

/** Other errors are not described, because their text may contain an address. */
function describe(error: unknown): string {
  if (error instanceof MailNotSent) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
