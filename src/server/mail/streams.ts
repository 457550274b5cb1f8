import pLimit from 'p-limit'
import type { Database, Trx } from '#app/db/database.ts'
import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import type { Queue } from '#app/server/job-workers.ts'
import { counter } from '#app/server/observability/instruments.ts'
import { DAY_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { MAIL_STREAMS, type MailStream } from '#app/shared/mail-streams.ts'
import { MAIL_KEPT_MS } from '#app/shared/retention.ts'
import {
  addressStreamMails,
  deleteStreamMailsBefore,
  endStreamMails,
  holdLost,
  insertStreamMails,
  leaseStreamMails,
  putBack,
  type StreamMail,
  startHanding,
} from './streams.queries.ts'
import { MailNotSent, STREAM_LINES } from './transport.ts'

export const STREAM_MAIL_QUEUE = 'stream-mail'

/** Drawn together, and not long before they are handed over: what is said is of then. */
const BATCH = 48
/** A process that draws a batch and hands it to a slow server is done by then, or dead. */
const LEASE_MS = 20 * MINUTE_MS
/** Longer than handing one over can take. */
const LOST_AFTER_MS = 20 * MINUTE_MS
/** What nobody took for so long tells of yesterday. */
const TOO_LATE_MS = DAY_MS
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = 60 * MINUTE_MS
/** So many in a row that were turned away: the mail server is not well, and is left alone. */
const TURNED_AWAY_IN_A_ROW = 5

export const MAY_BE_TAKEN = 'nobody knows whether it was taken'

/** One that is ready to be handed over. */
export type DrawnMail = {
  to: string
  subject: string
  html: string
  text: string
  /** Where one click switches the stream off. */
  unsubscribeUrl: string
}

/** Draws mails for whom they are for, as things are now; those it leaves out have become needless. */
export type DrawStreamMails = (
  ctx: AppContext,
  mails: StreamMail[],
) => Promise<Map<string, DrawnMail>>

export type NewStreamMail = {
  stream: MailStream
  userId: string
  /** What it is about; with an id of the person in it. The same key is never written twice. */
  key: string
  template: string
  to: string
  data?: Record<string, unknown>
  sendAfter?: Date
}

/** Promises mails of a stream: one row and one Message-ID for each key. Answers the keys that are new. */
export async function queueStreamMails(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  mails: NewStreamMail[],
): Promise<string[]> {
  if (mails.length === 0) return []
  const now = ctx.now()
  const rows = mails.map(({ to, data = {}, sendAfter = now, ...mail }) => ({
    id: newId(),
    recipient: to,
    data: JSON.stringify(data),
    createdAt: now,
    sendAfter,
    ...mail,
  }))
  const keys = await insertStreamMails(trx, rows)
  if (keys.length > 0) await ctx.jobs.send(trx, STREAM_MAIL_QUEUE, {}, { singletonKey: 'due' })
  return keys
}

const fates = counter('nouveau_stream_mails_total', 'Mails of streams by what became of them', {
  stream: MAIL_STREAMS,
  fate: ['sent', 'later', 'needless', 'refused', 'held', 'given-up'],
})

/**
 * Hands over what is due. Unlike other mail, one of which it is not known whether it was taken is not
 * sent again: it is held, for a person to say. `onRefused` hears of inboxes that nobody reads.
 */
export function streamMailQueue(
  draw: DrawStreamMails,
  onRefused: (ctx: AppContext, mail: StreamMail) => Promise<void>,
): Queue {
  return {
    cron: '* * * * *',
    longestSeconds: 60 * 60,
    work: async (ctx) => {
      await holdLostMails(ctx)
      await sendDueMails(ctx, { draw, onRefused })
    },
  }
}

export async function purgeStreamMails(ctx: AppContext): Promise<void> {
  await deleteStreamMailsBefore(ctx.db, new Date(ctx.now().getTime() - MAIL_KEPT_MS))
}

async function holdLostMails(ctx: AppContext): Promise<void> {
  const handedBefore = new Date(ctx.now().getTime() - LOST_AFTER_MS)
  const ids = await holdLost(ctx.db, { handedBefore, lastError: MAY_BE_TAKEN })
  if (ids.length === 0) return
  ctx.log.warn({ mails: ids.length }, 'mails are held: their process died while it sent them')
}

type Work = {
  draw: DrawStreamMails
  onRefused: (ctx: AppContext, mail: StreamMail) => Promise<void>
}

/** What this run has learned of the mail server. */
type Run = { turnedAway: number; isOver: boolean }

async function sendDueMails(ctx: AppContext, { draw, onRefused }: Work): Promise<void> {
  const run: Run = { turnedAway: 0, isOver: false }
  const limit = pLimit(STREAM_LINES)
  let next = lease(ctx)
  for (;;) {
    const mails = await next
    if (mails.length === 0) return
    if (run.isOver || ctx.isDraining()) return giveBack(ctx, mails)
    const drawn = await drawBatch(ctx, draw, mails)
    // While these are handed over, the next are fetched.
    next = lease(ctx)
    await Promise.all(
      mails.map((mail) =>
        limit(async () => {
          const letter = drawn.get(mail.id)
          if (!letter) return
          if (run.isOver || ctx.isDraining()) return giveBack(ctx, [mail])
          await handOver(ctx, { mail, letter, run, onRefused })
        }),
      ),
    )
  }
}

function lease(ctx: AppContext): Promise<StreamMail[]> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  return leaseStreamMails(ctx.db, { now, leasedUntil, limit: BATCH })
}

async function giveBack(ctx: AppContext, mails: StreamMail[]): Promise<void> {
  await putBack(
    ctx.db,
    mails.map(({ id }) => id),
    {},
  )
}

/** Those that have nothing to say any more are dropped, and so is what is a day late. */
async function drawBatch(
  ctx: AppContext,
  draw: DrawStreamMails,
  mails: StreamMail[],
): Promise<Map<string, DrawnMail>> {
  const now = ctx.now().getTime()
  const inTime = mails.filter(({ createdAt }) => now - createdAt.getTime() < TOO_LATE_MS)
  const drawn = inTime.length > 0 ? await draw(ctx, inTime) : new Map<string, DrawnMail>()
  const needless = mails.filter(({ id }) => !drawn.has(id))
  if (needless.length > 0) {
    const ids = needless.map(({ id }) => id)
    await endStreamMails(ctx.db, ids, { state: 'dropped', finishedAt: ctx.now() })
    for (const mail of needless) {
      const fate = inTime.includes(mail) ? 'needless' : 'given-up'
      fates.add({ stream: mail.stream, fate })
    }
  }
  await addressStreamMails(
    ctx.db,
    [...drawn].map(([id, { to }]) => ({ id, to })),
  )
  return drawn
}

type Handing = {
  mail: StreamMail
  letter: DrawnMail
  run: Run
  onRefused: Work['onRefused']
}

async function handOver(ctx: AppContext, { mail, letter, run, onRefused }: Handing): Promise<void> {
  const { id, stream } = mail
  // Somebody else may have it by now.
  if (!(await start(ctx, '', id))) return
  try {
    await ctx.mail.send({ id, ...letter, stream, at: ctx.now() })
    run.turnedAway = 0
    fates.add({ stream, fate: 'sent' })
    await end(ctx, 'sent', id)
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    const { message: lastError } = error
    const finishedAt = ctx.now()
    if (error.isFinal) {
      fates.add({ stream, fate: 'refused' })
      await endStreamMails(ctx.db, [id], { state: 'refused', finishedAt, lastError })
      return onRefused(ctx, mail)
    }
    if (error.mayBeTaken) {
      fates.add({ stream, fate: 'held' })
      ctx.log.warn({ mailId: id, err: error }, 'a mail is held: nobody knows whether it was taken')
      await endStreamMails(ctx.db, [id], { state: 'held', finishedAt: null, lastError })
    } else {
      fates.add({ stream, fate: 'later' })
      const wait = Math.min(FIRST_RETRY_MS * 2 ** mail.attempts, LONGEST_RETRY_MS)
      const sendAfter = new Date(ctx.now().getTime() + wait)
      await putBack(ctx.db, [id], { sendAfter, lastError })
    }
    run.turnedAway += 1
    if (error.isUnreachable || run.turnedAway >= TURNED_AWAY_IN_A_ROW) leaveAlone(ctx, run, error)
  }
}

/** The next run, in a minute, tries again. */
function leaveAlone(ctx: AppContext, run: Run, error: MailNotSent): void {
  if (!run.isOver) ctx.log.warn({ err: error }, 'the mail server takes nothing: mails wait')
  run.isOver = true
}

const start = batch(async (ctx: AppContext, ids: string[]) => {
  const started = await startHanding(ctx.db as Database, ids, ctx.now())
  return ids.map((id) => started.has(id))
})

const end = batch(async (ctx: AppContext, ids: string[]) => {
  await endStreamMails(ctx.db, ids, { state: 'sent', finishedAt: ctx.now() })
  return ids
})
