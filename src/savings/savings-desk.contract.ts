import { z } from 'zod'
import { SheetFacts } from '#app/deals/editing/sheet-choices.contract.ts'
import { PaidPrice } from './savings.contract.ts'
import { LONGEST_REASON, REPORTED_STATES } from './savings.facts.ts'

const dollars = z.number().describe('US dollars, two decimals')
const day = z.iso.date().describe('In Toronto')

/** The result of importing a network's report, or of a dry run. */
export const NetworkReportOutcome = z.object({
  reportId: z.string().nullable().describe('Null while nothing is written'),
  fileName: z.string(),
  network: z.string(),
  isDryRun: z.boolean(),
  rowCount: z.int(),
  newCount: z.int(),
  knownCount: z.int().describe('Rows that an earlier report had'),
  confirmed: z.int(),
  returned: z.int(),
  rejected: z.int(),
  ownerless: z.int().describe('Of accounts that are gone: they count as revenue only'),
  value: dollars,
  commission: dollars,
  problemCount: z.int(),
  badRowCount: z.int().describe('Rows with at least one problem'),
  problems: z.array(
    z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() }),
  ),
  notes: z.array(z.string()),
  sheet: SheetFacts.pick({
    name: true,
    names: true,
    headingRow: true,
    columns: true,
    fields: true,
  }).describe('How it was read, for whoever has to say more about it'),
  rows: z.array(
    z.object({
      row: z.int(),
      tripNumber: z.string(),
      brandName: z.string(),
      soldOn: day,
      value: dollars,
      item: dollars.nullable(),
      commission: dollars.nullable(),
      state: z.enum(REPORTED_STATES),
      isPart: z.boolean().describe('Its value went back, and not the whole of the order'),
      isKnown: z.boolean(),
    }),
  ),
})
export type NetworkReportOutcome = z.infer<typeof NetworkReportOutcome>

const RevenueRow = z.object({
  id: z.string(),
  name: z.string(),
  purchases: z.int(),
  value: dollars,
  commission: dollars,
})
export type RevenueRow = z.infer<typeof RevenueRow>

/** The networks' reports, what waits for a person, and the revenue. */
export const SavingsDesk = z.object({
  reports: z.array(
    z.object({
      id: z.string(),
      network: z.string(),
      fileName: z.string(),
      createdAt: z.iso.datetime(),
      actorName: z.string(),
      rowCount: z.int(),
      newCount: z.int(),
      knownCount: z.int(),
      undoneAt: z.iso.datetime().nullable(),
      undoneBy: z.string().nullable(),
    }),
  ),
  waiting: z.array(
    z.object({
      id: z.string(),
      tripNumber: z.string(),
      dealId: z.string(),
      name: z.string(),
      boughtOn: day,
      was: dollars.nullable(),
      now: dollars.nullable(),
      paid: dollars.nullable(),
      saving: dollars,
      order: dollars.describe('The value of the order, as the network has it'),
      back: dollars.describe('Of it, what went back by the network’s report'),
      waitsFor: z.enum(['price', 'return']),
    }),
  ),
  waitingCount: z.int(),
  revenue: z.object({
    deals: z.array(RevenueRow),
    brands: z.array(RevenueRow),
    retailers: z.array(RevenueRow),
  }),
})
export type SavingsDesk = z.infer<typeof SavingsDesk>

export const NetworkReportParams = z.object({ reportId: z.string().max(40) })
export const LedgerRowParams = z.object({ rowId: z.string().max(40) })
export const NetworkReportUndone = z.object({ trips: z.int() })

const reason = z.string().trim().min(1, 'must say why').max(LONGEST_REASON)
/** A person's decision about a waiting saving. */
export const DecideSaving = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('counts'),
    paid: PaidPrice,
    reason,
  }),
  z.object({ decision: z.literal('returned'), reason }),
  z.object({ decision: z.literal('rejected'), reason }),
])
export type DecideSaving = z.infer<typeof DecideSaving>
