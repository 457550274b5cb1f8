import type { Database } from '#app/db/database.ts'
import { sumRecorded } from '#app/savings/server/ledger.ts'
import type { YearSums } from './claim.rules.ts'
import type { Run } from './paid-time.rules.ts'

const NOTHING: YearSums = { recordedCents: 0, confirmedCents: 0, waitingCents: 0 }

/** Sums what a user saved in paid time, by date of purchase in Toronto; zero once the account is gone. */
export async function readYearSums(
  db: Database,
  userId: string | null,
  paidTime: Run[],
): Promise<YearSums> {
  if (userId === null) return NOTHING
  const sums = await sumRecorded(db, userId, paidTime)
  const { recordedCents, confirmedCents, waitingCents } = sums
  return { recordedCents, confirmedCents, waitingCents }
}
