import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { businessDay } from '#app/shared/dates.ts'
import { type LegalDocument, versionInForce } from '#app/shared/legal-versions.ts'
import { insertAcceptance } from './acceptances.queries.ts'

/** The version that a page shows now, and that is accepted by going on from there. */
export function acceptedNow(
  ctx: Pick<AppContext, 'config' | 'now'>,
  document: LegalDocument,
): number {
  return versionInForce(document, ctx.config.club, businessDay(ctx.now())).version
}

type Acceptance = {
  userId: string
  document: LegalDocument
  /** Null where it was asked for before versions were counted. */
  version: number | null
  place: 'sign-up' | 'joining'
  acceptedAt: Date
}

/** Somebody has accepted it; of one version the first time stays. Outlives the account without a name. */
export async function recordAcceptance(trx: Trx, acceptance: Acceptance): Promise<void> {
  await insertAcceptance(trx, { id: newId(), ...acceptance })
}
