import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { insertMail, type Mail } from './mail.queries.ts'

export const MAIL_QUEUE = 'mail'

type NewMail = {
  /** What the mail is about, such as `receipt:in_123`. A key is never used twice. */
  key: string
  template: string
  to: string
  data?: Record<string, unknown>
  sendAfter?: Date
  /** The last mail to a deleted account: its recipient is erased once it is sent. */
  isFarewell?: boolean
  /** Reports something from the payment provider: after a restore it may be a repetition. */
  mayRepeat?: boolean
}

/** Queues a mail in the transaction of what it reports. Idempotent by key. */
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

/** Enqueues delivery of this mail, unless a job for it exists already. */
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
      // Without a start time the job is due at once, and workers are notified.
      ...(sendAfter > ctx.now() && { startAfter: sendAfter }),
    },
  )
}

/** Content of a mail, all plain text: the layout escapes it. */
export type Letter = {
  subject: string
  /** Preview text next to the subject in the inbox. */
  preview: string
  /** Why the recipient gets this mail, for the footer. */
  reason: string
  /** Links beside the reason, such as to stop these mails. */
  footLinks?: Array<{ label: string; path: string }>
  blocks: Block[]
}

export type Block =
  | { kind: 'title'; text: string }
  | { kind: 'paragraph'; text: string }
  /** A paragraph with links. */
  | { kind: 'prose'; parts: Array<string | { label: string; path: string }> }
  | { kind: 'facts'; rows: Array<[label: string, value: string]> }
  /** `path` is on our own site: mails link nowhere else. */
  | { kind: 'button'; label: string; path: string }
  /** Small print. */
  | { kind: 'note'; text: string; link?: { label: string; path: string } }
  /** A section heading in small capitals. */
  | { kind: 'heading'; text: string }
  /** Rendered once per object: many mails may share it. */
  | { kind: 'deals'; deals: LetterDeal[]; layout: 'pictures' | 'lines' }

/** A deal as far as the recipient may see it. */
export type LetterDeal = {
  path: string
  brand: string
  /** Product name; absent when the recipient may not open the deal. */
  name?: string | undefined
  /** `$180`, `was $420`, `57.1% off`. */
  now?: string | undefined
  was?: string | undefined
  off?: string | undefined
  /** Why it is in the mail, or what happened to it. */
  why?: string | undefined
  /** One of our JPEGs, cropped to 4:5 around `focus` (x and y in per mille). */
  picture?: { path: string; alt: string; focus?: [number, number] | undefined } | undefined
}

/**
 * Writes a mail when it is sent, from the state of that moment, and creates its single-use links. Undefined when the
 * mail has become pointless.
 */
export type PrepareMail = (ctx: AppContext, mail: Mail) => Promise<Letter | undefined>
export type MailTemplates = Record<string, PrepareMail>
