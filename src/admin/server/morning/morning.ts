import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import type { Morning } from '#app/admin/editions/this-morning.contract.ts'
import {
  TOLD_FOR_MS,
  WAITING_KINDS,
  type WaitingKind,
} from '#app/admin/editions/this-morning.facts.ts'
import { switchesPath } from '#app/admin/operations/switches.facts.ts'
import { readSwitches } from '#app/admin/server/operations/switches.ts'
import { CLAIMED_DEALS_A_DAY } from '#app/marketing/claims.ts'
import type { AppContext } from '#app/server/context.ts'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { readWhatWaits } from './morning.queries.ts'

/** What only owners can act on. */
const FOR_OWNERS = new Set<WaitingKind>(['claims', 'jobs'])

/** Returns what waits for a person with this role. */
export async function readThisMorning(ctx: AppContext, role: AdministratorRole): Promise<Morning> {
  const now = ctx.now()
  const today = businessDay(now)
  const tomorrow = addDays(today, 1)
  // Analysts cannot act on any of it.
  if (role === 'analyst') return { today, tomorrow, edition: null, waiting: [], off: [] }
  const { scheduled, refused, held, ...found } = await readWhatWaits(ctx.db, {
    tomorrow,
    toldSince: new Date(now.getTime() - TOLD_FOR_MS),
  })
  const { switches } = await readSwitches(ctx)
  const mails = {
    count: refused.count + held.count,
    since: [refused.since, held.since].filter((at) => at !== null).toSorted()[0] ?? null,
  }
  const waits = { ...found, mails }
  return {
    today,
    tomorrow,
    edition: { scheduled, drafts: found.drafts.count, promised: CLAIMED_DEALS_A_DAY },
    waiting: WAITING_KINDS.filter((kind) => role === 'owner' || !FOR_OWNERS.has(kind))
      .filter((kind) => waits[kind].count > 0)
      .map((kind) => ({
        kind,
        count: waits[kind].count,
        since: waits[kind].since && new Date(waits[kind].since).toISOString(),
        held: kind === 'mails' ? held.count : 0,
        importId: kind === 'imports' && waits.imports.count === 1 ? waits.imports.one : null,
      })),
    off: switches.flatMap(({ name, offSince, why }) =>
      offSince === null
        ? []
        : [
            {
              name,
              since: offSince,
              why: why ?? '',
              path: role === 'owner' ? switchesPath() : null,
            },
          ],
    ),
  }
}
