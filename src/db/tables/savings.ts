import type { GeneratedAlways } from 'kysely'
import type { Day, Json, WithDefault } from './columns.ts'

export type SavingsTables = {
  ledgerRows: LedgerRowsTable
  ledgerChanges: LedgerChangesTable
  networkReports: NetworkReportsTable
  networkReportLines: NetworkReportLinesTable
  askedTrips: AskedTripsTable
}

type LedgerRowsTable = {
  id: string
  userId: string
  tripNumber: string | null
  dealId: string
  state: 'open' | 'not-bought' | 'recorded' | 'confirmed' | 'returned' | 'rejected'
  boughtOn: Day
  paidCents: number | null
  savingCents: number
  noughtWhy: string | null
  waitsFor: 'price' | 'return' | null
  reason: string | null
  /** Stated by its owner. */
  said: 'bought' | 'not-bought' | 'returned' | null
  saidPaidCents: number | null
  saidOn: Day | null
  saidAt: Date | null
  /** Decided in the back office. */
  decided: 'counts' | 'returned' | 'rejected' | null
  decidedCents: number | null
  decidedWhy: string | null
  decidedAt: Date | null
}

type LedgerChangesTable = {
  id: GeneratedAlways<number>
  rowId: string
  happenedAt: Date
  madeBy: 'member' | 'report' | 'person'
  actorName: string | null
  what: string
  before: Json | null
  after: Json
}

type NetworkReportsTable = {
  id: string
  network: string
  fileName: string
  fileSha256: string
  createdAt: Date
  actorName: string
  rowCount: number
  newCount: number
  knownCount: number
  undoneAt: Date | null
  undoneBy: string | null
}

type NetworkReportLinesTable = {
  id: GeneratedAlways<number>
  reportId: string
  rowNumber: number
  tripNumber: string
  orderNumber: WithDefault<string>
  soldOn: Day
  valueCents: number
  itemCents: number | null
  commissionCents: number | null
  state: 'confirmed' | 'returned' | 'rejected'
  /** Only its value was returned, not the whole order. */
  isPart: WithDefault<boolean>
  reason: string | null
  isUndone: WithDefault<boolean>
}

type AskedTripsTable = { tripNumber: string; askedAt: Date }
