import { z } from 'zod'
import type { Deal } from '#app/deals/deals.contract.ts'
import { catalogueOf } from '#app/deals/server/deals.ts'
import { whyForMember } from '#app/follows/server/for-you/for-you.ts'
import { MOST_DEALS_IN_MAIL } from '#app/mailings/mailings.facts.ts'
import { dealInLetter } from '#app/mailings/server/letter-deals.ts'
import type { DrawLetter } from '#app/mailings/server/stream-mail.ts'
import type { Notice } from '#app/notices/notices.contract.ts'
import { noticeWords } from '#app/notices/notices.copy.ts'
import { readNotices } from '#app/notices/server/inbox/inbox.ts'
import { isStillSo } from '#app/notices/server/inbox/still-so.rules.ts'
import type { LetterDeal } from '#app/server/mail/mail.ts'
import { countOf } from '#app/shared/counts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { paths } from '#app/shared/paths.ts'

const Data = z.object({ noticeIds: z.array(z.int()) })

/**
 * Writes the mail with a person's latest notices, showing as much of each deal as they may see at the time of
 * sending.
 */
export const alertsLetter: DrawLetter = async (ctx, { data, userId, viewer }) => {
  const { noticeIds } = Data.parse(data)
  const catalogue = catalogueOf(ctx)
  const notices = await readNotices(ctx, catalogue, { viewer, userId, ids: noticeIds })
  const otherIds = notices.flatMap(({ facts }) => facts.others ?? [])
  const [otherDeals, reasons] = await Promise.all([
    catalogue.readDeals(viewer, [...new Set(otherIds)]),
    whyForMember(ctx, { userId, dealIds: otherIds }),
  ])
  const now = ctx.now().toISOString()
  const told = notices
    .flatMap((notice) => ofEachDeal(notice, otherDeals, reasons))
    .filter((each) => isStillSo(each, now))
  const [first] = told
  if (!first) return
  const shown = told.slice(0, MOST_DEALS_IN_MAIL)
  const unnamed = notices.reduce((total, notice) => total + notNamed(notice), 0)
  const more = told.length - shown.length + unnamed
  const others = told.length - 1 + unnamed
  const subject = subjectOf(first, now)
  const title = others === 0 ? subject : countOf(others + 1, 'alert')
  return {
    subject: others === 0 ? subject : `${subject}, and ${countOf(others, 'more alert')}`,
    preview: noticeWords({ ...first, now }).text,
    reason: '',
    blocks: [
      { kind: 'title', text: title },
      {
        kind: 'deals',
        layout: 'pictures',
        deals: shown.flatMap((notice) => inLetter(notice, now)),
      },
      ...(more > 0
        ? [{ kind: 'paragraph' as const, text: `And ${more} more in your inbox.` }]
        : []),
      {
        kind: 'button',
        label: 'Open your inbox',
        path: letterPaths.fromMail(paths.inbox(), 'alerts'),
      },
    ],
  }
}

/** Splits a notice about several new deals, so that the letter shows each. */
function ofEachDeal(
  notice: Notice,
  others: Map<string, Deal>,
  reasons: ReadonlyMap<string, string>,
): Notice[] {
  if (notice.kind !== 'new-for-you') return [notice]
  const { more: _, others: ids = [], ...facts } = notice.facts
  const first = { ...notice, facts }
  return [first, ...ids.flatMap((dealId) => ofDeal(first, others.get(dealId), reasons.get(dealId)))]
}

function ofDeal(
  { why: _, ...first }: Notice,
  deal: Deal | undefined,
  why: string | undefined,
): Notice[] {
  if (!deal) return []
  return [{ ...first, dealId: deal.id, brandName: deal.brandName, deal, ...(why && { why }) }]
}

/** Returns the number of further deals that the notice does not list. */
function notNamed({ facts: { more = 0, others = [] } }: Notice): number {
  return more - others.length
}

/** `Maison Aubrelle: price went down`. */
function subjectOf(notice: Notice, now: string): string {
  const { title } = noticeWords({ ...notice, now })
  return `${notice.brandName}: ${title[0]?.toLowerCase()}${title.slice(1)}`
}

function inLetter(notice: Notice, now: string): LetterDeal[] {
  const { title, text } = noticeWords({ ...notice, now })
  const today = businessDay(new Date(now))
  return notice.deal
    ? [dealInLetter(notice.deal, { stream: 'alerts', today, why: `${title}. ${text}` })]
    : []
}
