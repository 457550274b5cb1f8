import type { Trx } from '#app/db/database.ts'
import type {
  Announcement,
  AnnouncementDraft,
  AnnouncementSummary,
  ChangedAnnouncement,
  NewAnnouncement,
  StartAnnouncement,
} from '#app/mailings/announcements.contract.ts'
import { renderAlone } from '#app/mailings/server/stream-mail.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { countAnnouncementMails, delayAnnouncementMails } from '#app/server/mail/streams.queries.ts'
import { STREAM_MAIL_QUEUE } from '#app/server/mail/streams.ts'
import { badRequest, notFound, Problem } from '#app/server/problem.ts'
import { LEGAL_DOCUMENTS, legalVersions } from '#app/shared/legal-versions.ts'
import {
  type AnnouncementRow,
  deleteAnnouncement,
  findAnnouncement,
  findAnnouncements,
  insertAnnouncement,
  lockAnnouncement,
  updateAnnouncement,
} from './announcements.queries.ts'
import { countAudiences } from './audience.ts'
import { type Fates, fatesOf } from './fates.rules.ts'
import { ANNOUNCEMENTS_QUEUE } from './going-out.ts'
import { writeAnnouncement } from './letter.ts'
import { paceFor, paceFrom, throughAt } from './pace.rules.ts'
import { wrongWith } from './words.rules.ts'

type Ctx = Pick<AppContext, 'config' | 'now'>

/** Lists announcements: drafts first, then the newest. */
export async function listAnnouncements(
  ctx: Ctx & Pick<AppContext, 'db'>,
): Promise<AnnouncementSummary[]> {
  const rows = await findAnnouncements(ctx.db)
  const counts = await countAnnouncementMails(
    ctx.db,
    rows.map(({ id }) => id),
  )
  const byLetter = Map.groupBy(counts, ({ announcementId }) => announcementId)
  return rows.map((row) => summaryOf(ctx, row, fatesOf(byLetter.get(row.id) ?? [])))
}

/** Returns an announcement as it would go out now, or has gone out. Throws 404. */
export async function readAnnouncement(
  ctx: Ctx & Pick<AppContext, 'db'>,
  id: string,
): Promise<Announcement> {
  const row = await findAnnouncement(ctx.db, id)
  if (!row) throw notFound('letter')
  const isDraft = row.state === 'draft'
  const fates = fatesOf(await countAnnouncementMails(ctx.db, [id]))
  const versions = LEGAL_DOCUMENTS.flatMap((document) =>
    legalVersions(document, ctx.config.club).map((version) => ({ document, ...version })),
  )
  return {
    ...summaryOf(ctx, row, fates),
    body: row.body,
    revision: row.revision,
    isTried: row.triedRevision === row.revision,
    text: renderAlone(ctx, writeAnnouncement(ctx, row)).text,
    perHour: row.perHour,
    audiences: isDraft ? await countAudiences(ctx.db, ctx.now()) : null,
    versions,
  }
}

function summaryOf(ctx: Ctx, row: AnnouncementRow, counted: Fates): AnnouncementSummary {
  const { state, people, perHour, startedAt, finishedAt } = row
  // Final counts are stored with the row, because the mails are deleted in time.
  const fates = state === 'done' && row.fates ? (row.fates as Fates) : counted
  const { sent, waiting, held, refused, skipped } = fates
  const left = Math.max(0, (people ?? 0) - (sent + waiting + held + refused + skipped))
  const isGoing = state === 'going' && perHour !== null
  return {
    id: row.id,
    subject: row.subject,
    audience: row.audience,
    about: aboutOf(row),
    state,
    writtenBy: row.writtenBy,
    changedAt: row.changedAt.toISOString(),
    sentBy: row.sentBy,
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    people,
    fates: state === 'draft' ? null : fates,
    endsAt: isGoing ? throughAt(left, perHour, ctx.now()).toISOString() : null,
  }
}

function aboutOf({ document, version }: AnnouncementRow): AnnouncementDraft['about'] {
  return document && version ? { document, version } : null
}

/**
 * Saves a draft. If its id exists, a former save's response was lost: the draft is updated to the current
 * text. Throws 400 with what is wrong, and 409 if somebody else has changed it since.
 */
export async function draftAnnouncement(
  trx: Trx,
  ctx: Ctx,
  { by, id = newId(), ...draft }: NewAnnouncement & { by: string },
): Promise<{ id: string; done: 'written' | 'rewritten' | 'kept' }> {
  requireRight(ctx, draft)
  const words = wordsOf(draft)
  const row = { id, ...words, writtenBy: by, changedAt: ctx.now() }
  if (await insertAnnouncement(trx, row)) return { id, done: 'written' }
  const kept = await lockDraft(trx, id)
  const isSame = Object.entries(words).every(
    ([key, value]) => kept[key as keyof typeof words] === value,
  )
  if (isSame) return { id, done: 'kept' }
  await changeAnnouncement(trx, ctx, { ...draft, id, by, revision: FIRST_REVISION })
  return { id, done: 'rewritten' }
}

/** The default of the column. */
const FIRST_REVISION = 1

/** Changes a draft. Throws 409 if somebody else has changed it or it has gone out. */
export async function changeAnnouncement(
  trx: Trx,
  ctx: Ctx,
  { id, by, revision, ...draft }: ChangedAnnouncement & { id: string; by: string },
): Promise<void> {
  requireRight(ctx, draft)
  const row = await lockDraft(trx, id)
  requireNewest(row, revision)
  await updateAnnouncement(trx, id, {
    ...wordsOf(draft),
    revision: row.revision + 1,
    writtenBy: by,
    changedAt: ctx.now(),
  })
}

export async function removeAnnouncement(trx: Trx, id: string): Promise<string> {
  const { subject } = await lockDraft(trx, id)
  await deleteAnnouncement(trx, id)
  return subject
}

function wordsOf({ subject, body, audience, about }: AnnouncementDraft) {
  return {
    subject,
    body,
    audience,
    document: about?.document ?? null,
    version: about?.version ?? null,
  }
}

function requireRight({ config }: Ctx, { body, about }: AnnouncementDraft): void {
  const wrong = wrongWith(body)
  if (wrong) throw badRequest(wrong, { body: wrong })
  if (!about) return
  const versions = legalVersions(about.document, config.club)
  if (versions.some(({ version }) => version === about.version)) return
  throw badRequest('There is no such version.', { about: 'There is no such version' })
}

async function lockDraft(trx: Trx, id: string): Promise<AnnouncementRow> {
  const row = await lockAnnouncement(trx, id)
  if (!row) throw notFound('letter')
  if (row.state !== 'draft') {
    throw new Problem(409, 'letter-gone-out', 'This letter goes out already: its words stay.')
  }
  return row
}

function requireNewest(row: AnnouncementRow, revision: number): void {
  if (row.revision === revision) return
  throw new Problem(
    409,
    'letter-changed',
    `${row.writtenBy} has changed this letter meanwhile. Reload the page to read it.`,
  )
}

/** Renders the announcement as a mail program shows it in light or dark mode. */
export async function drawAnnouncement(
  ctx: Ctx & Pick<AppContext, 'db'>,
  id: string,
  look: 'light' | 'dark',
): Promise<string> {
  const row = await findAnnouncement(ctx.db, id)
  if (!row) throw notFound('letter')
  const { html } = renderAlone(ctx, writeAnnouncement(ctx, row))
  // Applies the color scheme that a mail program would choose by itself.
  return html
    .replace(
      '@media (prefers-color-scheme: dark)',
      look === 'dark' ? '@media all' : '@media not all',
    )
    .replaceAll('content="light dark"', `content="${look}"`)
    .replaceAll(/(color-schemes?): light dark/g, `$1: ${look}`)
}

/** Mails a trial to one inbox; required before the announcement can start. */
export async function tryAnnouncement(
  ctx: AppContext,
  { id, to }: { id: string; to: string },
): Promise<{ subject: string }> {
  const row = await findAnnouncement(ctx.db, id)
  if (!row) throw notFound('letter')
  const { subject, html, text } = renderAlone(ctx, writeAnnouncement(ctx, row))
  await ctx.mail.send({ id: newId(), to, subject: `Trial: ${subject}`, html, text, at: ctx.now() })
  await ctx.db
    .transaction()
    .execute((trx) => updateAnnouncement(trx, id, { triedRevision: row.revision }))
  return { subject: row.subject }
}

/**
 * Starts sending; the text can no longer change. Throws 409 if this text was not sent as a trial or has
 * changed since, and if sending has already started.
 */
export async function startAnnouncement(
  trx: Trx,
  ctx: Ctx & Pick<AppContext, 'jobs'>,
  { id, by, revision, hours }: StartAnnouncement & { id: string; by: string },
): Promise<AnnouncementRow & { people: number }> {
  const row = await lockDraft(trx, id)
  requireNewest(row, revision)
  requireRight(ctx, { ...row, about: aboutOf(row) })
  if (row.triedRevision !== row.revision) {
    throw new Problem(409, 'letter-not-tried', 'Send it to yourself first, as it is now.')
  }
  const now = ctx.now()
  const counts = await countAudiences(trx, now)
  const people = counts.find(({ audience }) => audience === row.audience)?.people ?? 0
  await updateAnnouncement(trx, id, {
    state: 'going',
    sentBy: by,
    startedAt: now,
    people,
    perHour: paceFor(people, hours),
    pacedThrough: paceFrom(now),
  })
  await ctx.jobs.send(trx, ANNOUNCEMENTS_QUEUE, {}, { singletonKey: 'due' })
  return { ...row, people }
}

/** Stops sending, except for mails being handed to the mail server at this moment. */
export async function stopAnnouncement(
  trx: Trx,
  ctx: Ctx,
  id: string,
): Promise<AnnouncementRow | undefined> {
  const row = await lockAnnouncement(trx, id)
  if (!row) throw notFound('letter')
  if (row.state !== 'going') return
  await updateAnnouncement(trx, id, { state: 'stopped' })
  await delayAnnouncementMails(trx, id, { until: NEVER, now: ctx.now() })
  return row
}

/** Holds the waiting mails until sending is resumed. */
const NEVER = new Date('9999-01-01T00:00:00Z')

/** Resumes where sending stopped, at a new pace. */
export async function resumeAnnouncement(
  trx: Trx,
  ctx: Ctx & Pick<AppContext, 'jobs'>,
  { id, hours }: { id: string; hours: number },
): Promise<AnnouncementRow | undefined> {
  const row = await lockAnnouncement(trx, id)
  if (!row) throw notFound('letter')
  if (row.state !== 'stopped') return
  const now = ctx.now()
  const counted = fatesOf(await countAnnouncementMails(trx, [id]))
  const left = (row.people ?? 0) - Object.values(counted).reduce((sum, each) => sum + each, 0)
  await updateAnnouncement(trx, id, {
    state: 'going',
    perHour: paceFor(Math.max(0, left), hours),
    pacedThrough: paceFrom(now),
  })
  await delayAnnouncementMails(trx, id, { until: now, now })
  await ctx.jobs.send(trx, ANNOUNCEMENTS_QUEUE, {}, { singletonKey: 'due' })
  await ctx.jobs.send(trx, STREAM_MAIL_QUEUE, {}, { singletonKey: 'due' })
  return row
}
