import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { FollowKind } from '#app/follows/follows.facts.ts'
import { businessDay, DAY_MS } from '#app/shared/dates.ts'
import { MAIL_KEPT_MS } from '#app/shared/retention.ts'
import {
  datesOf,
  type Listing,
  type ListRow,
  type MetricList,
  plainRow,
  wholeList,
} from './list.ts'
import { spanOf } from './lists.queries.ts'
import { findNames } from './metrics.queries.ts'
import { boundedSpan, daysOf } from './periods.rules.ts'
import { nameDeals } from './ranking.ts'
import {
  countKeptByDay,
  countListedFollows,
  countListedSaves,
  findListedFollows,
  findListedSaves,
  sumFollowsByWhat,
  sumSavesByDeal,
} from './saves.queries.ts'

const MOST_GROUPS = 5000

/** One row for each deal that somebody still has saved, without names. */
export function saveList({ ctx: { db }, query }: Listing): MetricList {
  const narrowed = { ...spanOf(query), dealId: query.dealId }
  return {
    title: 'Saved deals',
    note: 'Deals that people have saved and keep still, and whether they wait for a price. Nobody’s name stands here.',
    columns: [
      { label: 'When', type: 'moment' },
      { label: 'Deal', type: 'text' },
      { label: 'Retailer', type: 'text' },
      { label: 'Waits for a price', type: 'text' },
    ],
    count: () => countListedSaves(db, narrowed),
    async find({ limit, offset = 0 }) {
      const rows = await findListedSaves(db, narrowed, { limit, offset })
      const nameOf = await nameDeals(
        db,
        rows.map(({ dealId }) => dealId),
      )
      return rows.map(({ dealId, savedAt, hasTarget }, index) => {
        const { name, retailer, isDeleted } = nameOf(dealId)
        const cells = [savedAt.toISOString(), name, retailer, hasTarget ? 'Yes' : 'No']
        return { ...plainRow(offset + index, cells), dealId: isDeleted ? null : dealId }
      })
    },
  }
}

export function savesByDeal({ ctx: { db }, query }: Listing): MetricList {
  return wholeList({
    title: 'Saved deals by deal',
    note: 'How many people have saved a deal in this time and keep it still, and how many of them wait for a price.',
    columns: [
      { label: 'Deal', type: 'text' },
      { label: 'Saved', type: 'count' },
      { label: 'Waiting for a price', type: 'count' },
    ],
    async rows() {
      const rows = await sumSavesByDeal(db, spanOf(query), MOST_GROUPS)
      const nameOf = await nameDeals(
        db,
        rows.map(({ dealId }) => dealId),
      )
      return rows.map(({ dealId, saves, withTarget }) => ({
        ...plainRow(dealId, [nameOf(dealId).name, saves, withTarget]),
        leadsTo: { rows: 'saves', ...datesOf(query), dealId },
      }))
    },
  })
}

const KINDS: Record<FollowKind, string> = {
  brand: 'Brand',
  category: 'Category',
  retailer: 'Retailer',
  search: 'Search',
}

/** One row for each thing that somebody follows, without names and without the words of searches. */
export function followList({ ctx: { db }, query }: Listing): MetricList {
  const { brandId, retailerId } = query
  const narrowed = { ...spanOf(query), brandId, retailerId }
  return {
    title: 'Follows',
    note: 'What people follow still. Nobody’s name and the words of no search stand here.',
    columns: [
      { label: 'When', type: 'moment' },
      { label: 'Kind', type: 'text' },
      { label: 'What', type: 'text' },
    ],
    count: () => countListedFollows(db, narrowed),
    async find({ limit, offset = 0 }) {
      const rows = await findListedFollows(db, narrowed, { limit, offset })
      const nameOf = await nameFollowed(db, rows)
      return rows.map((row, index) =>
        plainRow(offset + index, [row.createdAt.toISOString(), KINDS[row.kind], nameOf(row)]),
      )
    },
  }
}

export function followsByWhat({ ctx: { db }, query }: Listing): MetricList {
  return wholeList({
    title: 'Follows by what is followed',
    note: 'How many people have followed it in this time and follow it still. Searches are one row: their words stay with whoever made them.',
    columns: [
      { label: 'What', type: 'text' },
      { label: 'Kind', type: 'text' },
      { label: 'Followed', type: 'count' },
    ],
    async rows() {
      const rows = await sumFollowsByWhat(db, spanOf(query), MOST_GROUPS)
      const nameOf = await nameFollowed(db, rows)
      return rows.map(({ follows, ...row }): ListRow => {
        const cells = [nameOf(row), KINDS[row.kind], follows]
        const filter = { brand: 'brandId', retailer: 'retailerId', category: '', search: '' }[
          row.kind
        ]
        const leadsTo =
          filter && row.subject !== null
            ? { rows: 'follows', ...datesOf(query), [filter]: row.subject }
            : null
        return { ...plainRow(`${row.kind} ${row.subject}`, cells), leadsTo }
      })
    },
  })
}

type Followed = { kind: FollowKind; subject: string | null }

async function nameFollowed(db: Listing['ctx']['db'], rows: Followed[]) {
  const idsOf = (kind: FollowKind) => [
    ...new Set(rows.flatMap((row) => (row.kind === kind && row.subject) || [])),
  ]
  const names = {
    brand: await findNames(db, 'brands', idsOf('brand')),
    retailer: await findNames(db, 'retailers', idsOf('retailer')),
  }
  return ({ kind, subject }: Followed) => {
    if (kind === 'search') return 'A search of their own'
    if (kind === 'category') return termLabel('category', subject ?? '')
    return names[kind].get(subject ?? '') ?? 'One that is gone'
  }
}

export function keptByDay({ ctx, query }: Listing): MetricList {
  const span = boundedSpan(spanOf(query), businessDay(ctx.now()))
  return wholeList({
    title: 'Saved, followed, told',
    note: `Deals saved and things followed that are kept still, alerts by mail that went out (known for ${MAIL_KEPT_MS / DAY_MS} days), people who came from one, each once a day for each page, and clicks on deals by those who had come from a mail.`,
    columns: [
      { label: 'Day', type: 'day' },
      { label: 'Saved', type: 'count' },
      { label: 'Followed', type: 'count' },
      { label: 'Alerts sent', type: 'count' },
      { label: 'Alerts opened', type: 'count' },
      { label: 'Clicks from mail', type: 'count' },
    ],
    async rows() {
      const rows = await countKeptByDay(ctx.db, span)
      const counts = new Map(rows.map(({ day, what, count }) => [`${day} ${what}`, count]))
      return daysOf(span)
        .toReversed()
        .map((day) =>
          plainRow(day, [
            day,
            ...['saves', 'follows', 'alerts', 'opened', 'went-on'].map(
              (what) => counts.get(`${day} ${what}`) ?? 0,
            ),
          ]),
        )
    },
  })
}
