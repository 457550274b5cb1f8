import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeSheet, undoReport } from '#app/savings/server/network-reports/reports.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createTrip } from '#test/support/trips.ts'
import { answerTrip } from './answers.ts'
import { decideSaving } from './desk.ts'
import { readRecorded, sumRecorded } from './ledger.ts'
import { sumEntries } from './savings.queries.ts'
import { totalsOf } from './totals.rules.ts'

const app = useTestApp()
const TRIPS = 4
const HEADINGS = ['Trip', 'Order', 'Date', 'Value', 'Item price', 'Commission', 'State']
const ALL = { from: new Date('2026-01-01T12:00:00Z'), to: new Date('2027-06-01T12:00:00Z') }

const trip = fc.integer({ min: 0, max: TRIPS - 1 })
const dollars = fc.integer({ min: 100, max: 450 })
const reportLine = fc.record({
  trip,
  order: fc.constantFrom('', 'A', 'B'),
  day: fc.constantFrom('2026-11-11', '2026-11-13', '2026-12-01'),
  value: dollars,
  item: fc.option(fc.integer({ min: 50, max: 100 })),
  state: fc.constantFrom('confirmed', 'confirmed', 'in part', 'in part', 'returned', 'rejected'),
})
const event = fc.oneof(
  fc.record({
    kind: fc.constant('says' as const),
    trip,
    what: fc.constantFrom(
      'bought' as const,
      'bought' as const,
      'not-bought' as const,
      'returned' as const,
    ),
    paid: dollars,
  }),
  fc.record({
    kind: fc.constant('reports' as const),
    lines: fc.array(reportLine, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('takes back' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('decides' as const), counts: fc.boolean(), paid: dollars }),
)
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

/** Creates a person with trips and applies all events to them, one after the other. */
async function live(events: Event[]) {
  const { ctx, db } = app
  app.setNow(new Date('2026-12-10T12:00:00Z'))
  const { id: userId } = await createMember(ctx)
  const { id: dealId } = await createDeal(ctx)
  const made = { userId, dealId, madeAt: new Date('2026-11-10T17:00:00Z') }
  const numbers: string[] = []
  for (let at = 0; at < TRIPS; at += 1) numbers.push(await createTrip(ctx, made))
  const reports: string[] = []
  const refused = (error: unknown) => {
    // Answers that are no longer possible are refused; nothing else may fail.
    if (!(error instanceof Error && 'status' in error && error.status === 409)) throw error
  }
  for (const each of events) {
    if (each.kind === 'says') {
      const { what, paid } = each
      const on = '2026-11-12'
      const answer = what === 'bought' ? { answer: what, paid, on } : { answer: what }
      const number = numbers[each.trip] ?? ''
      await answerTrip(ctx, { userId, number, answer }).catch(refused)
    } else if (each.kind === 'reports') {
      const cells = each.lines.map(({ trip: at, order, day, value, item, state }) => {
        const isPart = state === 'in part'
        const amounts = isPart ? [-value, null, null] : [value, item, 1]
        return [numbers[at] ?? '', order, day, ...amounts, isPart ? 'returned' : state]
      })
      const rows = [HEADINGS, ...cells].map((row, at) => ({ row: at + 1, cells: row }))
      const wish = { fileName: 'r.csv', bytes: Buffer.alloc(0), network: 'N', isDryRun: false }
      const sheet = { rows, notes: [], names: [], name: null }
      const taken = await takeSheet(ctx, { ...wish, skipsBad: true, actorName: 'Ann' }, sheet)
      if (taken.reportId) reports.push(taken.reportId)
    } else if (each.kind === 'takes back') {
      const id = reports[each.which]
      const undo = (trx: Parameters<typeof undoReport>[0]) =>
        undoReport(trx, ctx, { id: id ?? '', actorName: 'Ann' })
      if (id) await db.transaction().execute(undo).catch(refused)
    } else {
      const { rows } = await readRecorded(db, userId, [ALL])
      const waiting = rows.find(({ waitsFor }) => waitsFor !== null)
      const decision = each.counts
        ? ({ decision: 'counts', paid: each.paid, reason: 'seen' } as const)
        : ({ decision: 'rejected', reason: 'seen' } as const)
      const decide = (trx: Parameters<typeof decideSaving>[0]) =>
        decideSaving(trx, ctx, { rowId: waiting?.id ?? '', wish: decision, actorName: 'Ann' })
      if (waiting) await db.transaction().execute(decide)
    }
  }
  return { userId, sums: await sumRecorded(db, userId, [ALL]) }
}

type Kept = { state?: string; savingCents?: number } | null
const counted = (kept: Kept) =>
  kept && ['recorded', 'confirmed'].includes(kept.state ?? '') ? (kept.savingCents ?? 0) : 0

test('whatever happens in which order, the totals are the sum of what was written down', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 14 }), async (events) => {
      const { userId, sums } = await live(events)
      const changes = await app.db
        .selectFrom('ledgerChanges')
        .innerJoin('ledgerRows', 'ledgerRows.id', 'ledgerChanges.rowId')
        .select(['before', 'after'])
        .where('userId', '=', userId)
        .execute()
      const sum = changes.reduce(
        (total, { before, after }) => total + counted(after) - counted(before),
        0,
      )
      expect(sums.countedCents).toBe(sum)
      // The totals of the page agree as well.
      const { days } = await sumEntries(app.db, userId)
      const { ever } = totalsOf(days, { firstDay: undefined, today: '2026-12-10' })
      expect(Math.round(ever.counted * 100)).toBe(sum)
      // Each sum equals that of its rows, and no day is lost between two spans.
      const { rows, ...read } = await readRecorded(app.db, userId, [ALL])
      expect(read).toEqual(sums)
      const middle = new Date('2026-11-12T12:00:00Z')
      const halves = [
        await sumRecorded(app.db, userId, [{ ...ALL, to: middle }]),
        await sumRecorded(app.db, userId, [{ ...ALL, from: middle }]),
      ]
      expect(halves.reduce((total, half) => total + half.countedCents, 0)).toBe(sums.countedCents)
      const both = [
        { ...ALL, to: middle },
        { ...ALL, from: middle },
      ]
      expect(await readRecorded(app.db, userId, both)).toEqual({ rows, ...sums })
      expect(await sumRecorded(app.db, userId, [])).toMatchObject({ countedCents: 0 })
      for (const row of rows) expect(row.savingCents).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 12 },
  )
})

const reported = fc
  .array(reportLine, { minLength: 2, maxLength: 6 })
  .chain((lines) =>
    fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
  )

test('reports that come in another order leave the same ledger', async () => {
  await fc.assert(
    fc.asyncProperty(reported, dollars, async ([lines, shuffled], paid) => {
      const said: Event = { kind: 'says', trip: 0, what: 'bought', paid }
      const asReports = (all: typeof lines): Event[] =>
        // An order is a single purchase: reports that contradict it are refused, so the first one
        // to arrive counts.
        all.map((each) => ({
          kind: 'reports',
          lines: [
            {
              ...each,
              value: each.state === 'in part' ? each.value / 2 : 300,
              item: each.order === 'A' ? 90 : null,
              day: '2026-11-11',
            },
          ],
        }))
      const one = await live([said, ...asReports(lines)])
      const other = await live([said, ...asReports(shuffled)])
      expect(other.sums).toEqual(one.sums)
    }),
    { numRuns: 8 },
  )
})
