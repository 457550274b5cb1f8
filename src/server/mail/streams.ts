import { inChunks } from '#app/db/chunks.ts'
import type { Trx } from '#app/db/database.ts'
import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { counter } from '#app/server/observability/instruments.ts'
import { DAY_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { ANNOUNCEMENT, MAIL_LANES, type MailLane } from '#app/shared/mail-streams.ts'
import { MAIL_KEPT_MS } from '#app/shared/retention.ts'
import type { Beginning } from './shared-part.ts'
import {
  deleteStreamMailsBefore,
  endStreamMails,
  holdLost,
  insertStreamMails,
  leaseStreamMails,
  markAnew,
  putBack,
  type StreamMail,
  startHanding,
} from './streams.queries.ts'
import { MailNotSent, STREAM_CONNECTIONS } from './transport.ts'

export const STREAM_MAIL_QUEUE = 'stream-mail'

/** Mails leased at once: each query scans all waiting mails, so few large leases are cheaper. */
const LEASED = 480
/**
 * Mails rendered and marked together, only one lot ahead of the connections: content is of the moment of rendering, and
 * if the process dies, the outcome of marked mails is unknown.
 */
const LOT = 12
/** After this, other processes may take over: whichever marks a mail first hands it over. */
const LEASE_MS = 20 * MINUTE_MS
/** Longer than handing over one mail can take. */
const LOST_AFTER_MS = 20 * MINUTE_MS
/** With slow connections, marks older than this are renewed, so that the mails are not taken for lost. */
const MARKED_FOR_MS = 5 * MINUTE_MS
/** After this time an edition or alert is outdated. */
const TOO_LATE_MS = DAY_MS
/** Announcements matter longer, so they are retried as long as other mail. */
const ANNOUNCEMENT_TOO_LATE_MS = 7 * DAY_MS
const FIRST_RETRY_MS = MINUTE_MS
const LONGEST_RETRY_MS = 60 * MINUTE_MS
/** After this many consecutive rejections the run stops: the mail server has a problem. */
const TURNED_AWAY_IN_A_ROW = 5

export const MAY_BE_TAKEN = 'nobody knows whether it was taken'

/** A rendered mail, ready to be handed over. */
export type DrawnMail = {
  to: string
  subject: string
  html: string
  text: string
  /** The beginning shared by many mails, and the rest of this one. */
  beginning: Beginning
  rest: Beginning
  /** One-click unsubscribe address, for streams that can be switched off. */
  unsubscribeUrl?: string
}

/** A mail that must not go out before a moment; it is rendered again then. */
export type NotYet = { notBefore: Date }

/** Renders mails from the current state. Mails missing from the result have become pointless. */
export type DrawStreamMails = (
  ctx: AppContext,
  mails: StreamMail[],
) => Promise<Map<string, DrawnMail | NotYet>>

export type NewStreamMail = {
  stream: MailLane
  userId: string
  /** What it is about, including the person's id. A key is never used twice. */
  key: string
  template: string
  to: string
  data?: Record<string, unknown>
  sendAfter?: Date
  announcementId?: string
  /** Why nothing can be sent to the address: the mail is recorded and never sent. */
  unsent?: string
}

/** Queues mails of a stream: one row and one Message-ID for each key. Returns the new keys. */
export async function queueStreamMails(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  mails: NewStreamMail[],
): Promise<string[]> {
  if (mails.length === 0) return []
  const now = ctx.now()
  const rows = mails.map(({ to, data = {}, sendAfter = now, unsent, ...mail }) => ({
    id: newId(),
    recipient: to,
    data: JSON.stringify(data),
    createdAt: now,
    sendAfter,
    ...mail,
    ...(unsent !== undefined && {
      state: 'dropped' as const,
      finishedAt: now,
      lastError: unsent,
    }),
  }))
  const keys = await insertStreamMails(trx, rows)
  if (keys.length > 0) await ctx.jobs.send(trx, STREAM_MAIL_QUEUE, {}, { singletonKey: 'due' })
  return keys
}

const fates = counter('nouveau_stream_mails_total', 'Mails of streams by what became of them', {
  stream: MAIL_LANES,
  fate: ['sent', 'later', 'needless', 'refused', 'held', 'given-up'],
})

/**
 * Hands over due mails. Unlike other mail, one with an unknown outcome is not sent again but held for a person to
 * decide. `onRefused` is called for mailboxes that do not exist.
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

/** State of a run: what it has learned about the mail server, and pending writes. */
type Run = Work & { turnedAway: number; isOver: boolean; writing: Set<Promise<unknown>> }

/** A mail marked as being handed over. */
type Marked = { mail: StreamMail; letter: DrawnMail; markedAt: Date }

async function sendDueMails(ctx: AppContext, work: Work): Promise<void> {
  const run: Run = { ...work, turnedAway: 0, isOver: false, writing: new Set() }
  const marked = markedMails(ctx, run)
  const connections = Array.from({ length: STREAM_CONNECTIONS }, async () => {
    try {
      for await (const one of { [Symbol.asyncIterator]: () => ({ next: () => marked.next() }) }) {
        if (isOver(ctx, run)) await giveBack(ctx, [one.mail])
        else await handOver(ctx, one, run)
      }
    } catch (error) {
      run.isOver = true
      throw error
    }
  })
  const ends = await Promise.allSettled(connections)
  const written = await Promise.allSettled(run.writing)
  const failed = [...ends, ...written].find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

function isOver(ctx: AppContext, run: Run): boolean {
  return run.isOver || ctx.isDraining()
}

/** Yields due mails for all connections; the next lot is rendered while the previous one is handed over. */
async function* markedMails(ctx: AppContext, run: Run): AsyncGenerator<Marked, void> {
  for (;;) {
    const mails = await lease(ctx)
    if (mails.length === 0) return
    const lots = [...inChunks(mails, LOT)]
    let next = ready(ctx, run, lots[0] ?? [])
    for (const n of lots.keys()) {
      const lot = await next
      next = ready(ctx, run, lots[n + 1] ?? [])
      // The consumer handles a rejection; this avoids an unhandled rejection before it awaits.
      next.catch(() => {})
      yield* lot
    }
    if (isOver(ctx, run)) return
  }
}

async function ready(ctx: AppContext, run: Run, mails: StreamMail[]): Promise<Marked[]> {
  if (mails.length === 0) return []
  if (isOver(ctx, run)) {
    await giveBack(ctx, mails)
    return []
  }
  const drawn = await drawLot(ctx, run.draw, mails)
  // Another process may have taken some by now.
  const markedAt = ctx.now()
  const addressed = [...drawn].map(([id, { to }]) => ({ id, to }))
  const started = await startHanding(ctx.db, addressed, markedAt)
  return mails.flatMap((mail) => {
    const letter = drawn.get(mail.id)
    return letter && started.has(mail.id) ? [{ mail, letter, markedAt }] : []
  })
}

function lease(ctx: AppContext): Promise<StreamMail[]> {
  const now = ctx.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  return leaseStreamMails(ctx.db, { now, leasedUntil, limit: LEASED })
}

async function giveBack(ctx: AppContext, mails: StreamMail[]): Promise<void> {
  const ids = mails.map(({ id }) => id)
  await putBack(ctx.db, ids, {})
}

/** Renders a lot. Drops pointless and outdated mails; mails that must not go yet wait. */
async function drawLot(
  ctx: AppContext,
  draw: DrawStreamMails,
  mails: StreamMail[],
): Promise<Map<string, DrawnMail>> {
  const now = ctx.now().getTime()
  const inTime = mails.filter(({ createdAt, stream }) => {
    const tooLate = stream === ANNOUNCEMENT ? ANNOUNCEMENT_TOO_LATE_MS : TOO_LATE_MS
    return now - createdAt.getTime() < tooLate
  })
  const answers = inTime.length > 0 ? await draw(ctx, inTime) : new Map<string, never>()
  const drawn = new Map<string, DrawnMail>()
  const later = new Map<number, string[]>()
  for (const [id, answer] of answers) {
    if ('notBefore' in answer) {
      const at = answer.notBefore.getTime()
      later.set(at, [...(later.get(at) ?? []), id])
    } else drawn.set(id, answer)
  }
  for (const [at, ids] of later) await putBack(ctx.db, ids, { sendAfter: new Date(at) })
  const needless = mails.filter(({ id }) => !answers.has(id))
  if (needless.length > 0) {
    const ids = needless.map(({ id }) => id)
    await endStreamMails(ctx.db, ids, { state: 'dropped', finishedAt: ctx.now() })
    for (const mail of needless) {
      const fate = inTime.includes(mail) ? 'needless' : 'given-up'
      fates.add({ stream: mail.stream, fate })
    }
  }
  return drawn
}

async function handOver(ctx: AppContext, marked: Marked, run: Run): Promise<void> {
  const { mail, letter, markedAt } = marked
  const { id, stream } = mail
  const now = ctx.now()
  const isStale = now.getTime() - markedAt.getTime() > MARKED_FOR_MS
  if (isStale && !(await markAnew(ctx.db, { id, markedAt, now }))) return
  try {
    await ctx.mail.send({ id, ...letter, stream, at: ctx.now() })
    run.turnedAway = 0
    fates.add({ stream, fate: 'sent' })
    // Not awaited, so that the connection can continue.
    writeDown(run, end(ctx, 'sent', id))
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    const { message: lastError } = error
    const finishedAt = ctx.now()
    if (error.isFinal) {
      fates.add({ stream, fate: 'refused' })
      await endStreamMails(ctx.db, [id], { state: 'refused', finishedAt, lastError })
      return run.onRefused(ctx, mail)
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

/** Ends this run; the next one, in a minute, tries again. */
function leaveAlone(ctx: AppContext, run: Run, error: MailNotSent): void {
  if (!run.isOver) ctx.log.warn({ err: error }, 'the mail server takes nothing: mails wait')
  run.isOver = true
}

function writeDown(run: Run, writing: Promise<unknown>): void {
  run.writing.add(writing)
  writing.then(
    () => run.writing.delete(writing),
    () => {
      run.isOver = true
    },
  )
}

const end = batch(async (ctx: AppContext, ids: string[]) => {
  await endStreamMails(ctx.db, ids, { state: 'sent', finishedAt: ctx.now() })
  return ids
})
