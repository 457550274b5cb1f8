import type { Trx } from '#app/db/database.ts'
import { dropMonthsBefore } from '#app/db/months.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { whyForMember } from '#app/follows/server/for-you/for-you.ts'
import { findMembersAmong, type Viewer } from '#app/membership/server/membership.ts'
import { type Notice, NoticeFacts, type Notices } from '#app/notices/notices.contract.ts'
import { NOTICE_KEPT_MS, NOTICES_ON_A_PAGE, type NoticeKind } from '#app/notices/notices.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { announceAll, tellScreens } from '#app/server/live.ts'
import { notFound } from '#app/server/problem.ts'
import {
  countNotices,
  countUnread,
  deleteNoticesBefore,
  findNotices,
  findNoticesById,
  hasNotice,
  insertNotices,
  markRead,
} from './inbox.queries.ts'

type Clock = Pick<AppContext, 'now'>

/** Returns a page of the inbox, newest first, each notice as this viewer may see it now. */
export async function listNotices(
  ctx: AppContext,
  catalogue: Catalogue,
  { viewer, userId, page }: { viewer: Viewer; userId: string; page: number },
): Promise<Notices> {
  const whose = { userId, since: keptSince(ctx), isMember: viewer.class === 'member' }
  const place = { offset: (page - 1) * NOTICES_ON_A_PAGE, limit: NOTICES_ON_A_PAGE }
  const [counts, rows] = await Promise.all([
    countNotices(ctx.db, whose),
    findNotices(ctx.db, { ...whose, ...place }),
  ])
  const notices = await drawNotices(ctx, catalogue, { viewer, userId, rows })
  return { ...counts, notices, now: ctx.now().toISOString() }
}

/** Returns a person's notices with these ids, as the viewer may see them now, the oldest first. */
export async function readNotices(
  ctx: AppContext,
  catalogue: Catalogue,
  { viewer, userId, ids }: { viewer: Viewer; userId: string; ids: number[] },
): Promise<Notice[]> {
  // The owner's membership decides, whoever the notices are rendered for.
  const isMember = (await findMembersAmong(ctx.db, [userId])).has(userId)
  const rows = await findNoticesById(ctx.db, { userId, since: keptSince(ctx), isMember, ids })
  return drawNotices(ctx, catalogue, { viewer, userId, rows })
}

type NoticeRow = Awaited<ReturnType<typeof findNotices>>[number]

async function drawNotices(
  ctx: AppContext,
  catalogue: Catalogue,
  { viewer, userId, rows }: { viewer: Viewer; userId: string; rows: NoticeRow[] },
): Promise<Notice[]> {
  const listed = rows.flatMap(({ dealId, isPublished }) => (dealId && isPublished ? dealId : []))
  const chosen = rows.flatMap(({ kind, dealId }) => (kind === 'new-for-you' && dealId) || [])
  const [deals, reasons] = await Promise.all([
    catalogue.readDeals(viewer, [...new Set(listed)]),
    viewer.class === 'member' ? whyForMember(ctx, { userId, dealIds: chosen }) : NO_REASONS,
  ])
  return rows.map((row) => toNotice(row, deals, reasons))
}

const NO_REASONS: ReadonlyMap<string, string> = new Map()

function toNotice(
  row: NoticeRow,
  deals: Map<string, Deal>,
  reasons: ReadonlyMap<string, string>,
): Notice {
  const why = row.kind === 'new-for-you' && row.dealId ? reasons.get(row.dealId) : undefined
  return {
    id: row.id,
    kind: row.kind as NoticeKind,
    happenedAt: row.happenedAt.toISOString(),
    isRead: row.readAt !== null,
    facts: NoticeFacts.parse(row.facts),
    dealId: row.dealId,
    brandName: row.brandName,
    deal: (row.dealId && deals.get(row.dealId)) || null,
    ...(why && { why }),
  }
}

/** A person, and whether they are currently a member. */
type Reader = { userId: string; isMember: boolean }

export function countUnreadNotices(ctx: AppContext, reader: Reader): Promise<number> {
  return countUnread(ctx.db, { ...reader, since: keptSince(ctx) })
}

export type NewNotice = {
  userId: string
  kind: NoticeKind
  dealId: string | null
  facts: NoticeFacts
}

/** Adds notices in the transaction of their cause, and notifies their owners' open pages. */
export async function addNotices(trx: Trx, ctx: Clock, notices: NewNotice[]): Promise<number[]> {
  const rows = notices.map(({ facts, ...rest }) => ({
    ...rest,
    facts: JSON.stringify(facts),
    happenedAt: ctx.now(),
    readAt: null,
  }))
  const ids = await insertNotices(trx, rows)
  await announceAll(
    trx,
    'notices',
    notices.map(({ userId }) => userId),
  )
  return ids
}

/** Returns how many are unread then. Throws the same 404 for a missing notice and another person's. */
export async function readNotice(
  ctx: AppContext,
  { id, ...reader }: Reader & { id: number },
): Promise<number> {
  const whose = { ...reader, since: keptSince(ctx) }
  if (!(await hasNotice(ctx.db, { ...whose, id }))) throw notFound('notice')
  return mark(ctx, reader, { id })
}

/** Marks all notices up to the newest one seen as read; returns how many are unread. */
export async function readAllNotices(
  ctx: AppContext,
  { through, ...reader }: Reader & { through: number },
): Promise<number> {
  return mark(ctx, reader, { through })
}

async function mark(
  ctx: AppContext,
  reader: Reader,
  which: { id: number } | { through: number },
): Promise<number> {
  const whose = { ...reader, since: keptSince(ctx) }
  const marked = await markRead(ctx.db, { ...whose, which, now: ctx.now() })
  if (marked > 0) tellScreens(ctx, 'notices', reader.userId)
  return countUnread(ctx.db, whose)
}

function keptSince(ctx: Clock): Date {
  return new Date(ctx.now().getTime() - NOTICE_KEPT_MS)
}

export async function purgeOldNotices(ctx: AppContext): Promise<void> {
  const before = keptSince(ctx)
  await dropMonthsBefore(ctx.db, 'notices', before)
  // The rest, in the month that is only partly expired.
  await deleteNoticesBefore(ctx.db, before)
}
