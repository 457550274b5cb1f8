import type { Checked } from '#app/deals/prices/prices.contract.ts'
import { MOST_CHECKED } from '#app/deals/prices/prices.facts.ts'
import { browserApi } from '#app/web/api/api.ts'

/** When somebody last looked at a deal's price, null for never, and whether checks are paused. */
export type LastLook = { at: string | null; areChecksPaused: boolean }

type Waiting = { dealId: string; hear: (look: LastLook) => void; fail: (error: unknown) => void }
let waiting: Waiting[] = []

/** Batches the requests of many cards into one call. */
export function askTogether(dealId: string): Promise<LastLook> {
  return new Promise((hear, fail) => {
    waiting.push({ dealId, hear, fail })
    if (waiting.length === 1) setTimeout(askAll)
  })
}

async function askAll() {
  const asked = waiting
  waiting = []
  for (let from = 0; from < asked.length; from += MOST_CHECKED) {
    const some = asked.slice(from, from + MOST_CHECKED)
    const ids = [...new Set(some.map(({ dealId }) => dealId))].join(',')
    try {
      const answer = await browserApi.load(`/api/deals/checked?ids=${ids}`)
      const { checked, areChecksPaused } = answer as Checked
      for (const { dealId, hear } of some) hear({ at: checked[dealId] ?? null, areChecksPaused })
    } catch (error) {
      for (const { fail } of some) fail(error)
    }
  }
}
