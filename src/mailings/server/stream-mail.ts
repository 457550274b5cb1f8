import type { Trx } from '#app/db/database.ts'
import { findViewers, type Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { renderLetter } from '#app/server/mail/layout.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import type { StreamMail } from '#app/server/mail/streams.queries.ts'
import {
  type DrawnMail,
  type DrawStreamMails,
  type NotYet,
  queueStreamMails,
  streamMailQueue,
} from '#app/server/mail/streams.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { ANNOUNCEMENT, type MailLane, type MailStream } from '#app/shared/mail-streams.ts'
import { paths } from '#app/shared/paths.ts'
import type { ReaderRow } from './choices.queries.ts'
import { readReaders, type StreamChoices, takes } from './choices.ts'
import { mailMayGoAt } from './hours.rules.ts'
import { noteRefused } from './returned.ts'
import { reasonOf, stopLabel } from './streams.copy.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

type NewMail = {
  userId: string
  stream: MailStream
  /** The idempotency key, such as `price:<deal>:<day>`: a person gets each key once. */
  key: string
  /** The template's name in `src/mails.ts`. */
  template: string
  /** Ids and facts, never a deal's texts: these are filled in when the mail is sent. */
  data?: Record<string, unknown>
  sendAfter?: Date
}

/**
 * Queues a mail of a stream in the transaction of the event it reports, with one row and one Message-ID.
 * Skips readers who do not take the stream or whose inbox is unproven. Idempotent by `key`.
 */
export async function sendStreamMail(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  { userId, stream, key, ...mail }: NewMail,
): Promise<'queued' | 'not-wanted' | 'told-already'> {
  const reader = (await readReaders(trx, [userId])).get(userId)
  if (!reader || !takes(reader.choices, stream)) return 'not-wanted'
  const whole = { ...mail, userId, stream, key: `${stream}:${userId}:${key}`, to: reader.row.email }
  const written = await queueStreamMails(trx, ctx, [whole])
  return written.length > 0 ? 'queued' : 'told-already'
}

/** A mail to write, with the reader's current access and choices. */
export type ReaderMail = StreamMail & { viewer: Viewer; choices: StreamChoices }

/** Writes the letter; undefined if there is nothing left to say. */
export type DrawLetter = (ctx: AppContext, mail: ReaderMail) => Promise<Letter | undefined>
export type StreamTemplates = Record<string, DrawLetter>

export function streamMails(templates: StreamTemplates): Queue {
  return streamMailQueue(drawWith(templates), noteRefused)
}

/** Loads the readers and their access for a whole batch at once. */
function drawWith(templates: StreamTemplates): DrawStreamMails {
  return async (ctx, mails) => {
    const userIds = [...new Set(mails.map(({ userId }) => userId))]
    const [readers, viewers] = await Promise.all([
      readReaders(ctx.db, userIds),
      findViewers(ctx, userIds),
    ])
    const drawn = await Promise.all(
      mails.map(async (mail): Promise<Array<[string, DrawnMail | NotYet]>> => {
        const reader = readers.get(mail.userId)
        const viewer = viewers.get(mail.userId)
        const { ref, linkKey, email } = reader?.row ?? {}
        if (!reader || !viewer || !email) return []
        if (!getsIt(reader, mail.stream)) return []
        const notBefore = mayGoAt(mail, reader.choices, ctx.now())
        if (notBefore > ctx.now()) return [[mail.id, { notBefore }]]
        const draw = Object.hasOwn(templates, mail.template) && templates[mail.template]
        if (!draw) throw new Error(`There is no mail called ${mail.template}.`)
        const letter = await draw(ctx, { ...mail, viewer, choices: reader.choices })
        if (!letter) return []
        const { stream } = mail
        if (stream === ANNOUNCEMENT) return [[mail.id, { to: email, ...renderAlone(ctx, letter) }]]
        if (!ref || !linkKey) return []
        const token = unsubscribeToken({ ref, linkKey }, stream)
        const whose = { mail: { stream }, reader, token }
        return [[mail.id, { to: email, ...renderFor(ctx, letter, whose) }]]
      }),
    )
    return new Map(drawn.flat())
  }
}

/** Returns when a mail may go. Announcements, and mails requested at that moment, ignore the night. */
function mayGoAt({ stream, data }: StreamMail, choices: StreamChoices, now: Date): Date {
  return stream === ANNOUNCEMENT || data.isAskedForNow ? now : mailMayGoAt(stream, choices, now)
}

/** Tells whether a reader gets a mail. Announcements reach all who can be written to. */
function getsIt({ row, choices }: Reader, lane: MailLane): boolean {
  return lane === ANNOUNCEMENT ? isWritable({ row, choices }) : takes(choices, lane)
}

type Reader = { row: Pick<ReaderRow, 'confirmedAt'>; choices: StreamChoices }

/** Tells whether announcements can reach an account: it is confirmed and its mail is not stopped. */
export function isWritable({ row, choices }: Reader): boolean {
  return row.confirmedAt !== null && !choices.stopped
}

/** Renders a letter without unsubscribe links; its foot says why nobody can turn it off. */
export function renderAlone(ctx: Pick<AppContext, 'config'>, letter: Letter) {
  const { publicUrl } = ctx.config.http
  return { subject: letter.subject, ...renderLetter(letter, { publicUrl, club: ctx.config.club }) }
}

type For = {
  mail: { stream: MailStream }
  reader: { choices: StreamChoices }
  token: string
}

/** Renders a letter with the foot of its stream: why it came, how to stop it, who we are. */
export function renderFor(ctx: AppContext, letter: Letter, { mail, reader, token }: For) {
  const { publicUrl } = ctx.config.http
  const { club } = ctx.config
  const whole: Letter = {
    ...letter,
    reason: reasonOf(mail.stream, reader.choices, club.name),
    footLinks: [
      { label: stopLabel(mail.stream), path: letterPaths.unsubscribe(token) },
      { label: 'Change what you get', path: paths.accountMail() },
    ],
  }
  return {
    subject: letter.subject,
    ...renderLetter(whole, { publicUrl, club }),
    unsubscribeUrl: publicUrl + letterPaths.unsubscribe(token),
  }
}
