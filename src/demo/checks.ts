import { beginAsIfRunning } from '#app/checks/server/checks.ts'
import type { AppContext } from '#app/server/context.ts'
import { openMoods } from '#sandbox/retailers/moods.ts'

/** Of the oldest deals that live, what two of their pages say that nobody would believe. */
const LIES = ['free', 'euros'] as const

/** Looks at pages go on as if they had for long; some shops give them something to find. */
export async function beginChecks(ctx: AppContext): Promise<void> {
  if (!ctx.config.priceChecks.isOn) return
  const moods = openMoods(ctx.config.dataDir)
  await beginAsIfRunning(ctx, (deals) => {
    const [refusing] = deals
    if (!refusing) return []
    moods.setShop(refusing.host, 'refuse')
    const ofOthers = deals.filter(({ host }) => host !== refusing.host).slice(0, LIES.length)
    for (const [index, { url }] of ofOthers.entries()) {
      moods.setPiece(url, { mood: LIES[index] })
    }
    return [...deals.filter(({ host }) => host === refusing.host), ...ofOthers].map(
      ({ dealId }) => dealId,
    )
  })
}
