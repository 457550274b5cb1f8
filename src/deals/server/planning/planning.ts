import type { Database, Trx } from '#app/db/database.ts'
import { MOST_DAYS_AHEAD, MOST_IN_EDITION } from '#app/deals/editions.facts.ts'
import {
  findManagedDealRecords,
  type ManagedDealRecord,
} from '#app/deals/server/deal/managed-deals.queries.ts'
import { goingOutFaults } from '#app/deals/server/editing/editing.rules.ts'
import { type BulkOutcome, describeChanged, sortOut } from '#app/deals/server/editing/many.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { addDays, businessDay, formatDay, formatMoment, momentsAt } from '#app/shared/dates.ts'
import { isId } from '#app/shared/ids.ts'
import { dealName } from '#app/shared/names.ts'
import { arrange, positionsFor } from './order.rules.ts'
import {
  deletePlanned,
  findDaysOf,
  findPlanned,
  lockPlanning,
  type PlannedRow,
  updateStarts,
  writePositions,
} from './planning.queries.ts'

type Clock = Pick<AppContext, 'now'>

/** The person who plans. */
type Planner = { by: string }
type Left = BulkOutcome['left']

/**
 * Puts drafts into the edition of a day, after a given deal or at the end. Throws 409 for a past day, and when
 * the edition would become too large.
 */
export async function putIntoEdition(
  trx: Trx,
  ctx: Clock,
  day: string,
  { ids, after, by }: Planner & { ids: string[]; after?: string | null | undefined },
): Promise<{ added: Array<{ id: string; label: string }>; left: Left }> {
  refuseOtherDays(day, ctx.now())
  await lockPlanning(trx)
  const { group } = await readDay(trx, ctx, day)
  const named = [...new Set(ids)]
  const deals = await findManagedDealRecords(trx, named.filter(isId))
  const days = await findDaysOf(trx, [...deals.keys(), ''])
  const today = businessDay(ctx.now())
  const added: Array<{ id: string; label: string }> = []
  const left: Left = []
  for (const id of named) {
    const deal = deals.get(id)
    const reason = whyNotIn(deal, { planned: days.get(id)?.day, day, today })
    if (deal && reason === '') added.push({ id, label: dealName(deal) })
    else left.push({ id, reason })
  }
  const others = group(null)
  if (others.length + added.length > MOST_IN_EDITION) {
    throw new Problem(409, 'edition-full', `An edition holds at most ${MOST_IN_EDITION} deals.`)
  }
  if (added.length === 0) return { added, left }
  const behind = after === undefined ? (others.at(-1)?.id ?? null) : after
  const positions = positionsFor(
    added.map(({ id }) => id),
    { after: behind, others },
  )
  if (!positions) throw changedMeanwhile('The deal that it was to follow is not there any more.')
  await writePositions(trx, positions, { day, by, now: ctx.now() })
  await announce(trx, 'editions', day)
  return { added, left }
}

function whyNotIn(
  deal: ManagedDealRecord | undefined,
  { planned, day, today }: { planned: string | undefined; day: string; today: string },
): string {
  if (!deal) return 'There is no such deal.'
  if (deal.deletedAt !== null) return 'It was deleted meanwhile.'
  if (deal.isPublished) return 'It is out already.'
  if (deal.isScheduled && deal.startsAt) {
    return `It goes out ${formatMoment(deal.startsAt)}. Take it back first.`
  }
  if (planned === day) return 'It is in this edition already.'
  if (planned !== undefined && planned >= today) {
    return `It is in the edition of ${formatDay(planned)}. Take it out there first.`
  }
  return ''
}

/** Moves a deal after another one with the same time, or to the top. Returns its place before and after. */
export async function moveInEdition(
  trx: Trx,
  ctx: Clock,
  day: string,
  { id, version, after, by }: Planner & { id: string; version: number; after: string | null },
): Promise<{ label: string; from: number; to: number; version: number }> {
  refuseOtherDays(day, ctx.now())
  await lockPlanning(trx)
  const { inOrder, group, rowOf } = await readDay(trx, ctx, day)
  const row = rowOf(id)
  if (!row) throw changedMeanwhile('It is not in this edition any more.')
  if (row.isPublished) throw changedMeanwhile('It is out already, and keeps its place.')
  if (row.version !== version) {
    throw changedMeanwhile(`${row.placedBy || 'Somebody'} has moved this deal meanwhile.`)
  }
  const others = group(row.at).filter((each) => each.id !== id)
  const from = inOrder.findIndex((each) => each.id === id)
  const label = await labelOf(trx, id)
  if (isThere(group(row.at), id, after)) return { label, from: from + 1, to: from + 1, version }
  const positions = positionsFor([id], { after, others })
  if (!positions) {
    const other = after === null ? undefined : rowOf(after)
    throw changedMeanwhile(
      other
        ? 'The other one goes out at another time. Give both the same time first.'
        : 'The deal that it was to follow is not there any more.',
    )
  }
  await writePositions(trx, positions, { day, by, now: ctx.now() })
  await announce(trx, 'editions', day)
  const firstOfThem = inOrder.findIndex((each) => group(row.at).some((one) => one.id === each.id))
  const behind = after === null ? 0 : others.findIndex((each) => each.id === after) + 1
  return { label, from: from + 1, to: firstOfThem + behind + 1, version: version + 1 }
}

function isThere(group: PlannedRow[], id: string, after: string | null): boolean {
  const at = group.findIndex((each) => each.id === id)
  return (group[at - 1]?.id ?? null) === after
}

/** Takes deals out of an edition; scheduled ones become drafts. */
export async function takeOutOfEdition(
  trx: Trx,
  ctx: Clock,
  day: string,
  { ids }: { ids: string[] },
): Promise<{ left: Left; taken: Array<{ id: string; label: string; startsAt: Date | null }> }> {
  await lockPlanning(trx)
  const { rowOf } = await readDay(trx, ctx, day)
  const { able, left } = await sortOut(trx, ids, (deal) => {
    if (deal.deletedAt !== null) return 'It was deleted meanwhile.'
    if (deal.isPublished) return 'It is out already.'
    return rowOf(deal.id) ? '' : 'It is not in this edition any more.'
  })
  const scheduled = able.filter(({ isScheduled }) => isScheduled)
  await updateStarts(trx, idsOf(scheduled), null)
  await deletePlanned(trx, idsOf(able))
  if (able.length > 0) await announce(trx, 'editions', day)
  const taken = able.map((deal) => ({
    id: deal.id,
    label: dealName(deal),
    startsAt: deal.isScheduled ? deal.startsAt : null,
  }))
  if (scheduled.length > 0) await announce(trx, 'deals')
  return { taken, left }
}

/** Schedules deals of an edition for this moment, replacing any earlier time. */
export async function scheduleEdition(
  trx: Trx,
  ctx: Clock,
  day: string,
  { ids, at, by }: Planner & { ids: string[]; at: Date },
): Promise<BulkOutcome> {
  const now = ctx.now()
  await lockPlanning(trx)
  const { inOrder, rowOf } = await readDay(trx, ctx, day)
  const { able, left } = await sortOut(trx, ids, (deal) => {
    if (deal.deletedAt !== null) return 'It was deleted meanwhile.'
    if (deal.isPublished) return 'It is out already.'
    if (!rowOf(deal.id)) return 'It is not in this edition any more.'
    return Object.values(goingOutFaults({ ...deal, startsAt: at }, now)).join(' ')
  })
  const others = able.filter(
    (deal) => !deal.isScheduled || deal.startsAt?.getTime() !== at.getTime(),
  )
  await updateStarts(trx, idsOf(others), at)
  // Deals that were scheduled elsewhere have no row in the plan yet; their day is that of the board.
  await keepPlaces(trx, ctx, { day, by, rows: inOrder.filter(isOneOf(others)) })
  if (others.length > 0) await announce(trx, 'editions', day)
  return { changed: await describeChanged(trx, others), left }
}

/** Removes the time again: the deals stay in the edition as drafts. */
export async function unscheduleEdition(
  trx: Trx,
  ctx: Clock,
  day: string,
  { ids, by }: Planner & { ids: string[] },
): Promise<BulkOutcome> {
  await lockPlanning(trx)
  const { inOrder, rowOf } = await readDay(trx, ctx, day)
  const { able, left } = await sortOut(trx, ids, (deal) => {
    if (deal.deletedAt !== null) return 'It was deleted meanwhile.'
    if (deal.isPublished) return 'It is out already.'
    if (!rowOf(deal.id)) return 'It is not in this edition any more.'
    return deal.isScheduled ? '' : 'It has no time yet.'
  })
  await updateStarts(trx, idsOf(able), null)
  await keepPlaces(trx, ctx, { day, by, rows: inOrder.filter(isOneOf(able)) })
  if (able.length > 0) await announce(trx, 'editions', day)
  return { changed: await describeChanged(trx, able), left }
}

/**
 * The moment of a clock time on a day in Toronto. Throws 422 for a time that is skipped that night, 409
 * `time-twice` for one that occurs twice unless `which` says which, and 409 `time-past`.
 */
export function momentOfEdition(
  day: string,
  { time, which }: { time: string; which?: 'first' | 'second' | undefined },
  now: Date,
): Date {
  refuseOtherDays(day, now)
  const [first, second] = momentsAt(day, time)
  if (!first) {
    const words = `There is no ${time} that night: the clocks go forward, from 2:00 to 3:00. Choose 3:00 or later, or a time before 2:00.`
    throw new Problem(422, 'time-missing', words, { fields: { time: words } })
  }
  if (second && !which) {
    const words = `${time} comes twice that night: the clocks go back, from 2:00 to 1:00. Say whether the first or the second is meant.`
    throw new Problem(409, 'time-twice', words, { fields: { which: words } })
  }
  const at = which === 'second' ? (second ?? first) : first
  if (at > now) return at
  const words = `${formatMoment(at)} has passed. Choose a later minute.`
  throw new Problem(409, 'time-past', words, { fields: { time: words } })
}

/** The deals in the edition of a day, in order, and when each goes out. */
export async function arrangedDay(db: Database, day: string, now: Date) {
  const rows = await findPlanned(db, { first: day, last: day, isOutWanted: true })
  return arrange(rows, day, now)
}

async function readDay(db: Database, ctx: Clock, day: string) {
  const rows = await findPlanned(db, { first: day, last: day, isOutWanted: true })
  const { inOrder, timeOf, usualMs } = arrange(rows, day, ctx.now())
  const usual = usualMs ?? Number.POSITIVE_INFINITY
  return {
    inOrder,
    rowOf: (id: string) => rows.find((row) => row.id === id),
    /** Deals still to go out that share this time. */
    group: (at: Date | null) =>
      inOrder.filter(
        (row) => !row.isPublished && timeOf(row) === (at === null ? usual : at.getTime()),
      ),
  }
}

/** Gives deals a row in the plan, so that they keep their place when their time changes. */
async function keepPlaces(
  trx: Trx,
  ctx: Clock,
  { day, by, rows }: { day: string; by: string; rows: PlannedRow[] },
): Promise<void> {
  const unplaced = rows.filter(({ version }) => version === 0)
  const positions = new Map(unplaced.map(({ id, position }) => [id, position]))
  await writePositions(trx, positions, { day, by, now: ctx.now() })
}

async function labelOf(trx: Trx, id: string): Promise<string> {
  const deal = (await findManagedDealRecords(trx, [id])).get(id)
  return deal ? dealName(deal) : id
}

function refuseOtherDays(day: string, now: Date): void {
  const today = businessDay(now)
  if (day < today) throw new Problem(409, 'edition-over', 'That day is over.')
  if (day > addDays(today, MOST_DAYS_AHEAD)) {
    throw new Problem(409, 'edition-too-far', 'That day is too far ahead: at most a year.')
  }
}

function changedMeanwhile(words: string) {
  return new Problem(409, 'edition-changed', `${words} The board shows how it is now.`)
}

function idsOf(rows: Array<{ id: string }>): string[] {
  return rows.map(({ id }) => id)
}

function isOneOf(deals: Array<{ id: string }>) {
  const ids = new Set(idsOf(deals))
  return ({ id }: { id: string }) => ids.has(id)
}
