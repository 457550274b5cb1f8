import type { BoardDeal, EditionBoard } from '#app/admin/editions/editions.contract.ts'
import type { Lead } from '#app/admin/web/deal-form/EditForm.tsx'
import { EDITION_GAPS, type EditionGap } from '#app/deals/editions.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { formatRoundDollars } from '#app/shared/money.ts'

type Planned = Pick<EditionBoard, 'deals' | 'usualAt'>

/** The deals of an edition that go out together; `at` is when, or null if they are out or no time is known. */
export type BoardGroup = { key: string; isOut: boolean; at: string | null; deals: BoardDeal[] }

export function isOut({ deal }: BoardDeal): boolean {
  return deal.isPublished
}

/**
 * Groups the deals in the order in which members see them: later groups first, published deals as one group.
 */
export function groupsOf({ deals, usualAt }: Planned): BoardGroup[] {
  const groups: BoardGroup[] = []
  for (const each of deals) {
    const at = isOut(each) ? null : (each.at ?? usualAt)
    const key = isOut(each) ? 'out' : (at ?? 'open')
    const known = groups.find((group) => group.key === key)
    if (known) known.deals.push(each)
    else groups.push({ key, isOut: isOut(each), at, deals: [each] })
  }
  return groups
}

/** Returns the form field in which a gap is filled. */
export function leadTo(gap: EditionGap, { brandName }: Pick<BoardDeal['deal'], 'brandName'>): Lead {
  switch (gap) {
    case 'name':
      return brandName === '' ? 'brandName' : 'productName'
    case 'rate':
    case 'check':
      return 'salePrice'
    case 'picture':
    case 'alternative-text':
      return 'pictures'
    case 'category':
    case 'basis':
      return gap
  }
}

export type Direction = 'earlier' | 'later' | 'top' | 'end'

/**
 * Returns the deal after which one has to be placed to move in this direction, null for the top; undefined if
 * it cannot move further.
 */
export function afterFor(
  group: readonly string[],
  id: string,
  direction: Direction,
): string | null | undefined {
  const at = group.indexOf(id)
  if (at < 0) return
  const isFirst = at === 0
  const isLast = at === group.length - 1
  if (direction === 'earlier') return isFirst ? undefined : (group[at - 2] ?? null)
  if (direction === 'top') return isFirst ? undefined : null
  if (isLast) return
  return direction === 'later' ? group[at + 1] : group.at(-1)
}

/** Returns the deal after which one has to be placed to take the place of `over`, null for the top. */
export function afterToTakePlace(
  group: readonly string[],
  id: string,
  over: string,
): string | null | undefined {
  const [from, to] = [group.indexOf(id), group.indexOf(over)]
  if (to < 0 || from === to) return
  // Moving down, the others shift up into the gap it leaves.
  return from >= 0 && from < to ? over : (group[to - 1] ?? null)
}

export type Drop =
  | { act: 'put-in'; after: string | null | undefined }
  | { act: 'move-behind'; after: string | null }
  | { act: 'move-to-end' | 'say-gone' | 'say-other-time' | 'nothing' }

/**
 * Returns what a drop does, over another deal or the end of the sheet. The board may have changed since the
 * drag began.
 */
export function dropOf(
  board: Planned,
  { id, over, isOfSheet }: { id: string; over: string; isOfSheet: boolean },
): Drop {
  const groups = groupsOf(board)
  const groupOf = (one: string) =>
    groups.find(({ deals }) => deals.some(({ deal }) => deal.id === one))
  const [from, to] = [groupOf(id), groupOf(over)]
  const ids = to?.deals.map(({ deal }) => deal.id) ?? []
  if (!from) {
    // Somebody else has taken it out meanwhile: a drag that began before must not undo that.
    if (isOfSheet) return { act: 'say-gone' }
    const isAmongThem = to && !to.isOut && to.at === board.usualAt
    return { act: 'put-in', after: isAmongThem ? afterToTakePlace(ids, id, over) : undefined }
  }
  if (!to) return { act: 'move-to-end' }
  if (from !== to) return { act: 'say-other-time' }
  const after = afterToTakePlace(ids, id, over)
  return after === undefined ? { act: 'nothing' } : { act: 'move-behind', after }
}

/** Returns the board with a deal placed after another of its group, as the server will return it. */
export function withMoved<T extends Planned>(board: T, id: string, after: string | null): T {
  const group = groupsOf(board).find(({ deals }) => deals.some(({ deal }) => deal.id === id))
  const deal = group?.deals.find((each) => each.deal.id === id)
  if (!group || !deal) return board
  const others = board.deals.filter((each) => each !== deal)
  const [top] = group.deals.filter((each) => each !== deal)
  const at =
    after === null
      ? others.indexOf(top as BoardDeal)
      : others.findIndex((each) => each.deal.id === after) + 1
  if (at < 0 || (after !== null && at === 0)) return board
  return { ...board, deals: others.toSpliced(at, 0, deal) }
}

/** Returns the gaps, the worst first, each with its deals. */
export function missing(
  deals: readonly BoardDeal[],
): Array<{ gap: EditionGap; deals: BoardDeal[] }> {
  return EDITION_GAPS.flatMap((gap) => {
    const having = deals.filter(({ gaps }) => gaps.includes(gap))
    return having.length > 0 ? [{ gap, deals: having }] : []
  })
}

export type MixRow = { name: string; deals: number }

/** Upper ends of the price bands in dollars; the last band is open. */
const BAND_ENDS = [100, 250, 500, 1000]
const PRICE_BANDS = [...BAND_ENDS, Number.POSITIVE_INFINITY].map((below, index) => {
  const from = BAND_ENDS[index - 1] ?? 0
  return { name: bandName(from, below), from, below }
})

function bandName(from: number, below: number): string {
  if (from === 0) return `Under ${formatRoundDollars(below)}`
  if (!Number.isFinite(below)) return `${formatRoundDollars(from)} and more`
  return `${formatRoundDollars(from)} to ${formatRoundDollars(below)}`
}

/** Returns the composition of an edition: the most frequent first, prices from low to high. */
export function mixOf(deals: readonly BoardDeal[], most: number) {
  const by = (nameOf: (deal: BoardDeal['deal']) => string) => {
    const counts = new Map<string, number>()
    for (const { deal } of deals) counts.set(nameOf(deal), (counts.get(nameOf(deal)) ?? 0) + 1)
    const rows = [...counts].map(([name, count]) => ({ name, deals: count }))
    const sorted = rows.toSorted((a, b) => b.deals - a.deals || (a.name < b.name ? -1 : 1))
    const rest = sorted.slice(most).reduce((sum, row) => sum + row.deals, 0)
    const others = { name: `${sorted.length - most} others`, deals: rest }
    return [...sorted.slice(0, most), ...(rest > 0 ? [others] : [])]
  }
  const bands = PRICE_BANDS.map(({ name, from, below }) => {
    const within = deals.filter(({ deal: { salePrice } }) => {
      return salePrice !== null && salePrice >= from && salePrice < below
    })
    return { name, deals: within.length }
  })
  const unpriced = deals.filter(({ deal }) => deal.salePrice === null).length
  return {
    category: by(({ category }) => topCategory(category)),
    brand: by(({ brandName }) => brandName || 'No brand'),
    retailer: by(({ retailer }) => retailer),
    price: [...bands, ...(unpriced > 0 ? [{ name: 'No price', deals: unpriced }] : [])].filter(
      (row) => row.deals > 0,
    ),
  }
}

function topCategory(category: string | null): string {
  if (category === null) return 'No category'
  const find = (wanted: string | undefined) =>
    VOCABULARY.category.find(({ value }) => value === wanted)
  const term = find(category)
  return (find(term?.parent) ?? term)?.label ?? category
}
