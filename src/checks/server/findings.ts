import { FINDINGS_KEPT_MS, type FindingKind, type FindingState } from '#app/checks/checks.facts.ts'
import {
  countFindings,
  deleteFindingsBefore,
  findFindings,
  lockFinding,
} from '#app/checks/server/looking/findings.queries.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'

export type CheckFinding = {
  id: number
  /** Null if the finding is about a retailer. */
  dealId: string | null
  retailerId: string
  kind: FindingKind
  state: FindingState
  facts: CheckFindingFacts
  /** Structured data of the page itself. */
  evidence: string | null
  foundAt: Date
  /** When the page last showed this. */
  lookedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

/** What was found, in cents; with `many-endings`, the deals that are live, ended in a day and would end. */
type CheckFindingFacts = {
  beforeCents?: number | null
  nowCents?: number | null
  wasCents?: number | null
  basis?: 'retailer' | 'rrp'
  currency?: string | null
  /** The address of the page. */
  address?: string
  living?: number
  ended?: number
  waiting?: number
}

/** Lists findings in the given states, newest first, with their total. */
export async function listFindings(
  db: Database,
  page: { states: readonly FindingState[]; limit: number },
): Promise<{ findings: CheckFinding[]; total: number }> {
  const rows = await findFindings(db, page)
  const total = await countFindings(db, page.states)
  return { findings: rows.map(findingOf), total }
}

function findingOf({
  facts,
  kind,
  lookedAt,
  ...row
}: Awaited<ReturnType<typeof findFindings>>[number]): CheckFinding {
  const at = lookedAt ?? row.foundAt
  return { ...row, kind: kind as FindingKind, facts: facts as CheckFindingFacts, lookedAt: at }
}

/** Returns and locks a finding; undefined if there is none. */
export async function findFinding(trx: Trx, id: number): Promise<CheckFinding | undefined> {
  const row = await lockFinding(trx, id)
  return row && findingOf(row)
}

/** Returns and locks a finding that is still open to a decision. Throws 404 and 409 `decided-already`. */
export async function openFinding(trx: Trx, id: number): Promise<CheckFinding> {
  const row = await lockFinding(trx, id)
  if (!row) throw notFound('finding')
  if (row.state !== 'waiting' && row.state !== 'done') {
    throw new Problem(409, 'decided-already', 'Somebody has decided this already.')
  }
  return findingOf(row)
}

/** Deletes findings beyond the retention period, except those still waiting. */
export async function purgeOldFindings({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  await deleteFindingsBefore(db, new Date(now().getTime() - FINDINGS_KEPT_MS))
}
