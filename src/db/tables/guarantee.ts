import type { ColumnType, GeneratedAlways } from 'kysely'
import type { WithDefault } from './columns.ts'

export type GuaranteeTables = {
  guarantees: GuaranteesTable
  guaranteePayments: GuaranteePaymentsTable
  guaranteeClaims: GuaranteeClaimsTable
  guaranteeRefunds: GuaranteeRefundsTable
  guaranteeChanges: GuaranteeChangesTable
  guaranteeKeys: GuaranteeKeysTable
}

type GuaranteesTable = {
  id: string
  /** Null once the account is deleted. */
  userId: string | null
  startsAt: Date | null
  endsAt: Date | null
  paidMonths: WithDefault<number>
  isWhole: WithDefault<boolean>
  recordedCents: WithDefault<number>
  confirmedCents: WithDefault<number>
  readAt: Date | null
  readNumber: WithDefault<number>
  lookAt: Date | null
  toldMonths: WithDefault<number>
  toldState: WithDefault<string | null>
  refusal: WithDefault<string | null>
  couldCostCents: WithDefault<number>
  hadBefore: WithDefault<boolean | null>
  createdAt: Date
}

type GuaranteePaymentsTable = {
  invoiceId: string
  guaranteeId: string
  subscriptionId: string
  paidAt: Date
  amountCents: number
  lines: ColumnType<Array<{ from: string; to: string; cents: number }>, string, string>
  paymentIntentId: string | null
  refundedCents: WithDefault<number>
  dispute: 'open' | 'lost' | 'won' | null
  disputeWonAt: Date | null
  cardBrand: string | null
  cardLast4: string | null
}

type GuaranteeClaimsTable = {
  guaranteeId: string
  state: 'waiting' | 'held' | 'paying' | 'paid' | 'refused'
  refusal: WithDefault<string | null>
  askedAt: Date
  heldUntil: Date | null
  decidedAt: Date | null
  decidedBy: WithDefault<string | null>
  reason: WithDefault<string | null>
  dueCents: number
  paidCents: WithDefault<number>
  paidAt: WithDefault<Date | null>
  recordedCents: number
  confirmedCents: number
  tries: WithDefault<number>
  triedAt: WithDefault<Date | null>
}

type GuaranteeRefundsTable = {
  id: string
  guaranteeId: string
  invoiceId: string
  feeCents: number
  amountCents: WithDefault<number | null>
  attempt: WithDefault<number>
  attemptedAt: WithDefault<Date | null>
  refundId: WithDefault<string | null>
  state: WithDefault<'due' | 'sent' | 'paid' | 'nothing' | 'stuck'>
  problem: WithDefault<string | null>
  paidAt: WithDefault<Date | null>
}

/** Written by a trigger. */
type GuaranteeChangesTable = { id: GeneratedAlways<number>; userId: string }

type GuaranteeKeysTable = {
  guaranteeId: string
  kind: 'email' | 'card'
  keyHash: string
  keptAt: Date
}
