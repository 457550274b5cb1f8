import { findAccount } from '#app/accounts/server/accounts.ts'
import type { Trx } from '#app/db/database.ts'
import { catalogueOf } from '#app/deals/server/deals.ts'
import type {
  EditionPreview,
  EditionPreviewQuery,
  MailDesk,
  MailDeskDay,
  MailDeskStream,
} from '#app/mailings/mail-desk.contract.ts'
import { findViewer, type Viewer } from '#app/membership/server/membership.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { findRefusedMails } from '#app/server/mail/desk.queries.ts'
import { decideHeldMails } from '#app/server/mail/held.ts'
import { countMailsByDay, countWaitingMails } from '#app/server/mail/streams.queries.ts'
import { notFound } from '#app/server/problem.ts'
import { BUSINESS_ZONE, businessDay, DAY_MS } from '#app/shared/dates.ts'
import { MAIL_STREAMS, type MailStream, MEMBERSHIP_MAIL } from '#app/shared/mail-streams.ts'
import { findReaders, type ReaderRow } from './choices.queries.ts'
import { choicesOf, type StreamChoices, takes } from './choices.ts'
import {
  countAccounts,
  countMailEventsByDay,
  countReaders,
  deleteStreamStop,
  insertStreamStop,
} from './desk.queries.ts'
import { findStoppedStreams } from './editions.queries.ts'
import { type Edition, newSince, writeEdition } from './editions.ts'
import { nextEditionAt } from './hours.rules.ts'
import { renderFor } from './stream-mail.ts'

const DAYS = 14
const MOST_HELD = 200
const MOST_REFUSED = 200

/**
 * Returns the readers per stream, what became of the mails, and mails with an unknown outcome. Who received a
 * mail about their account is shown to owners only.
 */
export async function readMailDesk(
  ctx: AppContext,
  { isOwner }: { isOwner: boolean },
): Promise<MailDesk> {
  const since = new Date(ctx.now().getTime() - DAYS * DAY_MS)
  const [stops, waiting, people, sent, events, { held }, refused] = await Promise.all([
    findStoppedStreams(ctx.db),
    countWaitingMails(ctx.db),
    countAccounts(ctx.db),
    countMailsByDay(ctx.db, { since, zone: BUSINESS_ZONE }),
    countMailEventsByDay(ctx.db, since),
    decideHeldMails(ctx, { action: 'list' }),
    findRefusedMails(ctx.db, { since, limit: MOST_REFUSED }),
  ])
  const waitingOf = (stream: string | null) =>
    waiting.find((each) => each.stream === stream)?.count ?? 0
  const streams = await Promise.all(
    MAIL_STREAMS.map(async (stream): Promise<MailDeskStream> => {
      const readers = await countReaders(ctx.db, stream)
      const stop = stops.find((each) => each.stream === stream)
      return {
        stream,
        readers: readers.map(({ choice, people }) => ({ choice, people })),
        unreachable: sum(readers.map(({ unreachable }) => unreachable)),
        waiting: waitingOf(stream),
        isStopped: stop !== undefined,
        stoppedAt: stop?.stoppedAt.toISOString() ?? null,
        stoppedBy: stop?.stoppedBy ?? null,
        reason: stop?.reason ?? null,
      }
    }),
  )
  return {
    streams,
    membership: { people, waiting: waitingOf(null) },
    days: daysOf(sent, events),
    held: held.slice(0, MOST_HELD).map(({ id, template, recipient, createdAt, lastError }) => ({
      id,
      template,
      recipient,
      createdAt: createdAt.toISOString(),
      why: lastError,
    })),
    refused: refused.map(({ id, template, recipient, finishedAt, lastError }) => ({
      id,
      template,
      why: lastError,
      recipient: isOwner && recipient !== '' ? recipient : null,
      refusedAt: (finishedAt ?? ctx.now()).toISOString(),
    })),
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)

type Counted = { day: string; stream: string | null; count: number }

function daysOf(
  mails: Array<Counted & { state: string }>,
  events: Array<Counted & { kind: string }>,
): MailDeskDay[] {
  const days = new Map<string, MailDeskDay>()
  const dayOf = ({ day, stream: given }: Counted): MailDeskDay => {
    const stream = given ?? MEMBERSHIP_MAIL
    const key = `${day} ${stream}`
    const none = { sent: 0, refused: 0, bounced: 0, complained: 0, unsubscribed: 0 }
    const known = days.get(key) ?? { day, stream, ...none }
    days.set(key, known)
    return known
  }
  for (const mail of mails) {
    if (mail.state === 'sent') dayOf(mail).sent += mail.count
    if (mail.state === 'refused') dayOf(mail).refused += mail.count
  }
  for (const event of events) {
    if (event.kind === 'bounce') dayOf(event).bounced += event.count
    if (event.kind === 'complaint') dayOf(event).complained += event.count
    if (event.kind === 'unsubscribe') dayOf(event).unsubscribed += event.count
  }
  return [...days.values()].toSorted(
    (a, b) => b.day.localeCompare(a.day) || a.stream.localeCompare(b.stream),
  )
}

/** Returns the stopped streams, with since when, by whom and why. */
export async function readStoppedStreams({ db }: Pick<AppContext, 'db'>) {
  return findStoppedStreams(db)
}

/** Stops or resumes a stream. Returns whether this changed its state. */
export async function setStreamStopped(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  stop: { stream: MailStream; isStopped: boolean; by: string; reason: string },
): Promise<boolean> {
  const { stream, isStopped, by: stoppedBy, reason } = stop
  if (!isStopped) return deleteStreamStop(trx, stream)
  return insertStreamStop(trx, { stream, stoppedAt: ctx.now(), stoppedBy, reason })
}

const USUAL = {
  edition: 'daily',
  editionWeekday: 0,
  hour: 7,
  timeZone: BUSINESS_ZONE,
} as const

/** Previews the next or last edition for a viewer class or an account. Throws 404 for an unknown account. */
export async function previewEdition(
  ctx: AppContext,
  query: EditionPreviewQuery,
): Promise<EditionPreview> {
  const now = ctx.now()
  const reader = await readerOf(ctx, query)
  const isNext = query.edition === 'next'
  const dueAt = (isNext && nextEditionAt(reader.choices, now)) || nextEditionAt(USUAL, now) || now
  const answer = { dueAt: (isNext ? dueAt : now).toISOString(), letter: null, holds: null }
  if (isNext && reader.isAccount && !takes(reader.choices, 'edition')) {
    return { ...answer, why: 'This account takes no edition, or nothing can go to its inbox.' }
  }
  const newest = await catalogueOf(ctx).readNewestEdition()
  const day = isNext ? businessDay(dueAt) : newest
  if (day === undefined) return { ...answer, why: 'No deal is published yet.' }
  const since =
    isNext && !reader.last
      ? new Date(dueAt.getTime() - DAY_MS)
      : newSince((isNext && reader.last) || { edition: 'daily', editionSentThrough: null }, day)
  const through = isNext ? dueAt : now
  const edition = { viewer: reader.viewer, day, since, through }
  const letter = await writeEdition(ctx, { ...edition, isComing: isNext })
  if (!letter) {
    return { ...answer, why: 'Nothing new is published or scheduled by then: no mail goes out.' }
  }
  const whose = { mail: { stream: 'edition' as const }, reader, token: EXAMPLE_TOKEN }
  const { subject, html, text } = renderFor(ctx, letter, whose)
  return {
    ...answer,
    why: null,
    letter: { subject, html, text, bytes: Buffer.byteLength(html) },
    holds: isNext ? await comingOf(ctx, edition) : null,
  }
}

/** Counts the deals since the last mail by day: a daily reader also gets what came after yesterday's mail. */
async function comingOf(ctx: AppContext, { viewer, day, ...span }: Edition) {
  const { days } = await catalogueOf(ctx).listComing(viewer, { ...span, limit: 0 })
  const ofDay = days.filter((each) => each === day).length
  return { day, ofDay, earlier: days.length - ofDay }
}

/** A well-formed token that belongs to nobody. */
const EXAMPLE_TOKEN = `${'-'.repeat(12)}e${'-'.repeat(43)}`

type PreviewReader = {
  viewer: Viewer
  choices: StreamChoices
  isAccount: boolean
  /** What the account was last sent; undefined for a class. */
  last: Pick<ReaderRow, 'edition' | 'editionSentThrough'> | undefined
}

async function readerOf(
  ctx: AppContext,
  { as, email = '' }: EditionPreviewQuery,
): Promise<PreviewReader> {
  if (as !== 'account') {
    const viewer: Viewer =
      as === 'member'
        ? { class: 'member', userId: '', isOnTrial: false }
        : { class: 'free', userId: '' }
    const choices = { ...choicesOf(undefined), ...USUAL }
    return { viewer, choices, isAccount: false, last: undefined }
  }
  const account = await findAccount(ctx, { email: email.trim().toLowerCase() })
  const [row] = account ? await findReaders(ctx.db, [account.id]) : []
  if (!account || !row) throw notFound('account')
  return {
    viewer: await findViewer(ctx, account.id),
    choices: choicesOf(row),
    isAccount: true,
    last: row,
  }
}

/** Mails the preview to an address, marked as such; its unsubscribe link stops nothing. */
export async function sendEditionPreview(
  ctx: AppContext,
  { to, ...query }: EditionPreviewQuery & { to: string },
): Promise<void> {
  const { letter, why } = await previewEdition(ctx, query)
  if (!letter) throw notFound(why ? 'mail to send' : 'mail')
  const { html, text } = letter
  const subject = `Preview: ${letter.subject}`
  await ctx.mail.send({ id: newId(), to, subject, html, text, at: ctx.now() })
}
