import { createHash } from 'node:crypto'
import type { Trx } from '#app/db/database.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import {
  chosenColumns,
  columnFacts,
  fieldFacts,
  splitAtHeadings,
} from '#app/deals/server/import/arranging.rules.ts'
import { columnMatcher, headingCounter } from '#app/deals/server/import/columns.rules.ts'
import { mapInTurns } from '#app/deals/server/import/turns.ts'
import { badSheet } from '#app/deals/server/sheets/problem.ts'
import { readSheet, type Sheet } from '#app/deals/server/sheets/sheet.ts'
import { type NetworkField, REPORT_COLUMNS } from '#app/savings/network-columns.facts.ts'
import { MOST_REPORT_PROBLEMS, MOST_REPORT_ROWS_SHOWN } from '#app/savings/savings.facts.ts'
import type { NetworkReportOutcome } from '#app/savings/savings-desk.contract.ts'
import { refreshTrips } from '#app/savings/server/rows.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { countOf } from '#app/shared/counts.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { type ReadLine, type ReadRow, type RowProblem, readReportRow } from './report-rows.rules.ts'
import {
  findKnownLines,
  findTripsByNumber,
  insertNetworkReport,
  insertReportLines,
  lockReport,
  lockReports,
  markUndone,
} from './reports.queries.ts'

export type ReportWish = {
  /** Its extension determines the file type. */
  fileName: string
  bytes: Buffer
  network: string
  /** What a person has chosen for a sheet that cannot be recognized automatically. */
  choices?: Pick<SheetChoices, 'sheet' | 'headingRow' | 'columns'>
  isDryRun: boolean
  /** Whether to import the valid rows if others are not. */
  skipsBad: boolean
  actorName: string
  /** Called in the transaction that writes the report. */
  onWrite?: (trx: Trx, outcome: NetworkReportOutcome) => Promise<void>
}

const matchReport = columnMatcher<NetworkField>(REPORT_COLUMNS)
const countKnown = headingCounter(REPORT_COLUMNS)

/**
 * Imports a network's report, whole or without its bad rows, and settles each of its trips again; a row known
 * from another sheet is imported once. Throws 422 `bad-sheet` if the file is no sheet; all other problems are
 * in the result, and then nothing is written.
 */
export async function takeNetworkReport(
  ctx: AppContext,
  wish: ReportWish,
): Promise<NetworkReportOutcome> {
  const { fileName, bytes, choices } = wish
  return takeSheet(ctx, wish, await readSheet(fileName, bytes, undefined, choices?.sheet))
}

/** Imports a sheet that has been read. */
export async function takeSheet(
  ctx: Pick<AppContext, 'db' | 'now'>,
  wish: ReportWish,
  sheet: Sheet,
): Promise<NetworkReportOutcome> {
  const { choices = {} } = wish
  const split = splitAtHeadings(sheet.rows, choices.headingRow, countKnown)
  if (!split) throw badSheet('The sheet is empty.')
  const { headings, below: rows } = split
  const said = chosenColumns<NetworkField>(choices, REPORT_COLUMNS)
  const { columns, problems, notes } = matchReport(headings, said)
  const today = businessDay(ctx.now())
  const read =
    problems.length > 0
      ? []
      : await mapInTurns(rows, (row) => readReportRow(columns, row, { today }))
  const readProblems = read.flatMap((each) => each.problems)
  const review = {
    rowCount: rows.length,
    notes: [...sheet.notes, ...split.notes, ...notes, ...leftOutNotes(read)],
    sheet: {
      name: sheet.name,
      names: sheet.names,
      headingRow: headings.row,
      columns: columnFacts(headings, rows, columns, choices),
      fields: fieldFacts(REPORT_COLUMNS),
    },
  }
  const lines = read.flatMap(({ line }) => line ?? [])
  const areHeadingsWrong = problems.length > 0
  return ctx.db.transaction().execute(async (trx) => {
    if (!wish.isDryRun) await lockReports(trx)
    const checked = await checkLines(trx, lines)
    const all = [...problems, ...readProblems, ...checked.problems].sort((a, b) => a.row - b.row)
    const isRefused = areHeadingsWrong || (all.length > 0 && !wish.skipsBad)
    const outcome = {
      ...review,
      ...describe(checked),
      problems: all.slice(0, MOST_REPORT_PROBLEMS),
    }
    const answer: NetworkReportOutcome = {
      ...outcome,
      fileName: wish.fileName,
      network: wish.network,
      problemCount: all.length,
      badRowCount: new Set(all.map(({ row }) => row)).size,
      isDryRun: wish.isDryRun,
      reportId: null,
    }
    if (wish.isDryRun || isRefused || checked.fresh.length === 0) return answer
    const reportId = newId()
    await write(trx, ctx, { reportId, wish, outcome: answer, lines: checked.fresh })
    const written = { ...answer, reportId }
    await wish.onWrite?.(trx, written)
    return written
  })
}

type Writing = {
  reportId: string
  wish: ReportWish
  outcome: NetworkReportOutcome
  lines: ReadLine[]
}

async function write(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { reportId, wish, outcome, lines }: Writing,
) {
  const { network, fileName, bytes, actorName } = wish
  const { rowCount, newCount, knownCount } = outcome
  await insertNetworkReport(trx, {
    id: reportId,
    network,
    fileName,
    actorName,
    rowCount,
    newCount,
    knownCount,
    fileSha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: ctx.now(),
    undoneAt: null,
    undoneBy: null,
  })
  await insertReportLines(
    trx,
    lines.map(({ row, ...line }) => ({ ...line, reportId, rowNumber: row })),
  )
  const numbers = lines.map(({ tripNumber }) => tripNumber)
  await refreshTrips(trx, ctx, numbers, { madeBy: 'report', actorName: fileName, what: 'reported' })
}

/**
 * Undoes a report: its lines no longer count, and each of its trips is settled again. Throws 404, and 409 if
 * it was undone before.
 */
export async function undoReport(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { id, actorName }: { id: string; actorName: string },
): Promise<{ fileName: string; trips: number }> {
  await lockReports(trx)
  const report = await lockReport(trx, id)
  if (!report) throw notFound('report')
  if (report.undoneAt) {
    throw new Problem(409, 'report-undone', 'This report was taken back already.')
  }
  const numbers = await markUndone(trx, { id, at: ctx.now(), by: actorName })
  const change = { madeBy: 'report', actorName: report.fileName, what: 'report-undone' } as const
  await refreshTrips(trx, ctx, numbers, change)
  return { fileName: report.fileName, trips: numbers.length }
}

type Checked = {
  fresh: ReadLine[]
  known: ReadLine[]
  problems: RowProblem[]
  trips: Map<string, Awaited<ReturnType<typeof findTripsByNumber>>[number]>
}

/** A network in a time zone west of us may date a sale on the day before. */
const ZONE_DAYS = 1
const OTHER_NUMBERS = 'is known with other numbers; take that report back first'
const WITHOUT_ORDER =
  'is missing, and the trip is known with other numbers: give one to what was bought besides, or take that report back first'

/** Checks the lines against the existing trips and what earlier reports said about them. */
async function checkLines(trx: Trx, lines: ReadLine[]): Promise<Checked> {
  const numbers = [...new Set(lines.map(({ tripNumber }) => tripNumber))]
  const trips = new Map((await findTripsByNumber(trx, numbers)).map((trip) => [trip.number, trip]))
  const earlier = await findKnownLines(trx, numbers)
  const seen = new Set(earlier.map(keyOf))
  const here = new Set(lines.map(keyOf))
  // A sheet may add rows to an order only if it has the known rows too; otherwise it contradicts them.
  const otherwise = new Set(earlier.filter((line) => !here.has(keyOf(line))).flatMap(orderOf))
  const repeated = findRepeatedValues(lines)
  const checked: Checked = { fresh: [], known: [], problems: [], trips }
  for (const line of lines) {
    const refuse = (column: string, value: string, reason: string) =>
      checked.problems.push({ row: line.row, column, value, reason })
    const trip = trips.get(line.tripNumber)
    const order = orderOf(line)[0] ?? ''
    if (!trip) refuse('Trip number', line.tripNumber, 'is of no trip that was made from here')
    else if (line.soldOn < addDays(businessDay(trip.madeAt), -ZONE_DAYS)) {
      refuse('Date', line.soldOn, `is before the trip was made, on ${businessDay(trip.madeAt)}`)
    } else if (seen.has(keyOf(line))) checked.known.push(line)
    else if (otherwise.has(order)) {
      refuse(
        'Order number',
        line.orderNumber,
        line.orderNumber === '' ? WITHOUT_ORDER : OTHER_NUMBERS,
      )
    } else if (repeated.has(order)) {
      refuse(
        'Value',
        (line.valueCents / 100).toFixed(2),
        'is in several rows of one order with other items: keep the one row of the piece',
      )
    } else {
      seen.add(keyOf(line))
      checked.fresh.push(line)
    }
  }
  return checked
}

type Line = Omit<ReadLine, 'row' | 'reason'>

function keyOf(line: Line): string {
  const { tripNumber, orderNumber, state, isPart, soldOn, ...amounts } = line
  const { valueCents, itemCents, commissionCents } = amounts
  const cents = [valueCents, itemCents, commissionCents]
  return [tripNumber, orderNumber, state, isPart, soldOn, ...cents].join('|')
}

/** Returns the order's key, trip and order number, of a bought line. Lines without a number share one. */
function orderOf({ tripNumber, orderNumber, state }: Line): string[] {
  return state === 'confirmed' ? [`${tripNumber}|${orderNumber}`] : []
}

/** Returns orders whose lines each state the value of the whole order, which must not be added up. */
function findRepeatedValues(lines: ReadLine[]): Set<string> {
  const itemOf = new Map<string, number | null>()
  const repeated = new Set<string>()
  for (const line of lines) {
    for (const order of orderOf(line)) {
      const value = `${order}|${line.valueCents}`
      const before = itemOf.get(value)
      if (before !== undefined && before !== line.itemCents) repeated.add(order)
      itemOf.set(value, line.itemCents)
    }
  }
  return repeated
}

function describe({ fresh, known, trips }: Checked) {
  const of = (state: string) => fresh.filter((line) => line.state === state)
  const cents = (amounts: Array<number | null>) =>
    amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0) / 100
  return {
    newCount: fresh.length,
    knownCount: known.length,
    confirmed: of('confirmed').length,
    returned: of('returned').length,
    rejected: of('rejected').length,
    ownerless: fresh.filter(({ tripNumber }) => !trips.get(tripNumber)?.hasOwner).length,
    value: cents(of('confirmed').map(({ valueCents }) => valueCents)),
    commission: cents(of('confirmed').map(({ commissionCents }) => commissionCents)),
    rows: [...fresh, ...known]
      .sort((one, other) => one.row - other.row)
      .slice(0, MOST_REPORT_ROWS_SHOWN)
      .map((line) => ({
        row: line.row,
        tripNumber: line.tripNumber,
        brandName: trips.get(line.tripNumber)?.brandName ?? '',
        soldOn: line.soldOn,
        value: line.valueCents / 100,
        item: line.itemCents === null ? null : line.itemCents / 100,
        commission: line.commissionCents === null ? null : line.commissionCents / 100,
        state: line.state,
        isPart: line.isPart,
        isKnown: known.includes(line),
      })),
  }
}

function leftOutNotes(rows: ReadRow[]): string[] {
  const count = (why: ReadRow['leftOut']) => rows.filter(({ leftOut }) => leftOut === why).length
  const [numberless, pending] = [count('no-number'), count('pending')]
  return [
    ...(numberless > 0 ? [`${countOf(numberless, 'row')} without a trip number: left out.`] : []),
    ...(pending > 0
      ? [`${countOf(pending, 'row')} that the network has not decided yet: left out.`]
      : []),
  ]
}
