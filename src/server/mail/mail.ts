import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { insertMail, type Mail } from './mail.queries.ts'

export const MAIL_QUEUE = 'mail'

type NewMail = {
  /** What the mail is about, such as `receipt:in_123`: the same key is never written twice. */
  key: string
  template: string
  to: string
  data?: Record<string, unknown>
  sendAfter?: Date
  /** The last one to somebody who is gone: once it is sent, it is not known to whom. */
  isFarewell?: boolean
  /** Tells of what the payment provider says: after a restore it may have been told before. */
  mayRepeat?: boolean
}

/** Promises a mail in the transaction of what it tells about. Saying it again does nothing. */
export async function queueMail(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  { key, template, to, data = {}, sendAfter = ctx.now(), isFarewell = false, mayRepeat }: NewMail,
): Promise<void> {
  const id = newId()
  const mail = {
    id,
    key,
    template,
    recipient: to,
    data: JSON.stringify(isFarewell ? { ...data, isFarewell } : data),
    createdAt: ctx.now(),
    sendAfter,
  }
  const state = await insertMail(trx, mail, { ...(mayRepeat && { mayRepeat }) })
  if (state === 'queued') await queueMailDelivery(trx, ctx, { id, sendAfter })
}

/** Does nothing while the delivery of this mail waits or is under way. */
export async function queueMailDelivery(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  { id, sendAfter }: { id: string; sendAfter: Date },
): Promise<void> {
  await ctx.jobs.send(
    trx,
    MAIL_QUEUE,
    { mailId: id },
    {
      singletonKey: id,
      // Without a time it is due at once, and those who work the queue are told.
      ...(sendAfter > ctx.now() && { startAfter: sendAfter }),
    },
  )
}

/** What one mail says, as plain text throughout: the layout escapes all of it. */
export type Letter = {
  subject: string
  /** What the inbox shows beside the subject. */
  preview: string
  /** Why they get it, for the foot of the mail. */
  reason: string
  /** What can be done about it, beside the reason. */
  footLinks?: Array<{ label: string; path: string }>
  blocks: Block[]
}

export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'paragraph'; text: string }
  /** A paragraph with links in it. */
  | { kind: 'prose'; parts: Array<string | { label: string; path: string }> }
  | { kind: 'facts'; rows: Array<[label: string, value: string]> }
  /** `path` on our own site: a mail leads nowhere else. */
  | { kind: 'button'; label: string; path: string }
  /** Smaller, for what is good to know. */
  | { kind: 'note'; text: string; link?: { label: string; path: string } }
  /** A line in small capitals, above what it is of. */
  | { kind: 'heading'; text: string }
  /** Drawn once for as long as it is the same object: many mails may hold it. */
  | { kind: 'deals'; deals: LetterDeal[]; layout: 'pictures' | 'lines' }

/** A deal as whoever the letter is for may see it. */
export type LetterDeal = {
  path: string
  brand: string
  /** What it is called; absent from what they may not open. */
  name?: string | undefined
  /** `$180`, `was $420`, `57.1% off`. */
  now?: string | undefined
  was?: string | undefined
  off?: string | undefined
  /** Why it is told, or what has happened to it. */
  why?: string | undefined
  /** A JPEG of ours, shown four wide and five high; `focus` is where in it the piece is, per mille. */
  picture?: { path: string; alt: string; focus?: [number, number] | undefined } | undefined
}

/**
 * Writes the mail at the moment it is sent: it looks at how things are by then, and makes the links
 * that work once. Undefined when the mail has become pointless.
 */
export type PrepareMail = (ctx: AppContext, mail: Mail) => Promise<Letter | undefined>
export type MailTemplates = Record<string, PrepareMail>
