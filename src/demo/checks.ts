import { beginAsIfRunning } from '#app/checks/server/checks.ts'
import type { AppContext } from '#app/server/context.ts'
import { openMoods } from '#sandbox/retailers/moods.ts'

/** Implausible prices that the pages of two of the oldest running deals state. */
const LIES = ['free', 'euros'] as const

/** Starts the checks as if they had run for long, with some shops that give them something to find. */
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
